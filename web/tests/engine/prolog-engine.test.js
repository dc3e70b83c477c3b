/// Prolog's wasm engine in Node, without a browser: it gives the answers of SWI-Prolog, and stops
/// programs that never end or exceed the memory limit.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ENGINES } from '../stage.js';

/**
 * Memory limit of a program in these tests in megabytes, and the maximum that the engine may use
 * for it.
 */
const PROGRAM_LIMIT = 32;
const ENGINE_LIMIT = 4.5 * PROGRAM_LIMIT;
const DATA = new URL('../../../../shared/data/prolog/', import.meta.url);
const isRequired = process.env.GRIDLORE_DATA === 'required';
const skip = existsSync(DATA) || isRequired ? false : '../shared/data/prolog is missing';

async function engine() {
  const { instance } = await WebAssembly.instantiate(await readFile(join(ENGINES, 'prolog.wasm')));
  const { memory, request_buffer, asked_buffer, answer_length } = instance.exports;
  const ask = (request) => {
    const bytes = new TextEncoder().encode(request);
    const at = request_buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const start = asked_buffer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, start, answer_length())));
  };
  return { ask, megabytes: () => memory.buffer.byteLength / 2 ** 20 };
}

/**
 * Runs a query to its next answer or to the inference limit; returns the result with the
 * output.
 */
function next(ask, slices = 1000, slice = 100_000) {
  let printed = '';
  for (let at = 0; at < slices; at++) {
    const { steps: [step], error } = ask(`step ${slice} 0 1`);
    assert.equal(error, undefined);
    const { printed: more = '' } = step;
    printed = (printed + more).slice(-100_000);
    if (step.came !== 'paused') return { ...step, printed };
  }
  return { came: 'paused', printed };
}

test('programs print what SWI-Prolog prints', { skip }, async () => {
  let count = 0;
  const { ask } = await engine();
  for (const folder of ['clpfd', 'pure']) {
    for (const name of await readdir(new URL(folder, DATA))) {
      if (!name.endsWith('.pl')) continue;
      const path = new URL(`${folder}/${name}`, DATA);
      const { messages } = ask(`consult 256 1000000000 0\n${await readFile(path, 'utf8')}`);
      assert.deepEqual(messages.filter(({ isError }) => isError), [], name);
      ask('ask\nmain.');
      const { came, printed } = next(ask, 100_000);
      assert.equal(came, 'answer', name);
      assert.equal(printed, await readFile(new URL(`${folder}/${name.replace(/\.pl$/, '.expected')}`, DATA), 'utf8'), name);
      count++;
    }
  }
  assert.equal(count, 27);
});

const HOSTILE = `
forever :- forever.
stubborn :- catch(forever, _, true), stubborn.
noise :- write(noise), nl, noise.
deeper(X) :- deeper(f(X, X, X, X)), true.
left(X) :- left(X), left(X).
double(0, x) :- !.
double(N, f(X, X)) :- N1 is N - 1, double(N1, X).
grow(A) :- atom_concat(A, A, B), grow(B).
square(N) :- M is N * N, square(M).
hoard :- length(T, 60000), repeat, assertz(known(T)), fail.
remember(N) :- assertz(known(N)), N1 is N + 1, remember(N1).
names(N) :- atom_number(A, N), atom_length(A, _), N1 is N + 1, names(N1).
mutter :- double(14, T), with_output_to(string(_), ( repeat, write(T), fail )).
holes(X, N) :- X #\\= N, N2 is N + 2, holes(X, N2).
nest(0, x) :- !.
nest(N, f(X)) :- N1 is N - 1, nest(N1, X).
`;

test('programs that never end or exceed the memory are stopped, and the next query works', async () => {
  for (const [query, came, error = ''] of [
    ['forever', 'paused'], ['stubborn', 'paused'], ['noise', 'paused'], ['repeat, fail', 'paused'], ['between(1, inf, X), X < 0', 'paused'],
    ['deeper(a)', 'error', 'memory'], ['left(a)', 'error', 'memory'], ['length(L, 100000000)', 'error', 'memory'],
    ['double(60, T), copy_term(T, U)', 'error', 'memory'], ['double(60, T), write(T)', 'error', 'memory'], ['double(60, T), findall(T, true, L)', 'error', 'memory'],
    ['double(60, T), assertz(known(T))', 'error', 'memory'], ['double(60, T)', 'error', 'memory'],
    ['X is 2 ** (2 ** 40)', 'error', 'memory'], ['X is 1 << (1 << 40)', 'error', 'memory'], ['square(3)', 'error', 'memory'],
    ['X = f(X), write(X)', 'error', 'memory'], ['X = f(X), copy_term(X, Y)', 'answer'], ['X = f(X)', 'answer'],
    ['grow(ab)', 'error', 'memory'], ['findall(X, between(1, inf, X), L)', 'error', 'memory'], ['hoard', 'error', 'memory'], ['remember(0)', 'error', 'memory'], ['names(0)', 'error', 'memory'],
    ['mutter', 'error', 'memory'], ['format("~*c", [1000000000, 0\'x])', 'error', 'memory'], ['format("~t~w~1000000000|", [a])', 'error', 'memory'], ['numlist(1, 100000000, L)', 'error', 'memory'],
    ['X in 0..1000000, holes(X, 1)', 'error', 'memory'], ['[X, Y] ins 0..1000000000, X #> Y, Y #> X', 'error', 'propagation'], ['X #> Y, Y #> X, X #> 0', 'answer'],
    // Unify, compare, copy, write and read terms nested deeper than any call stack.
    ['nest(200000, X), nest(200000, Y), X = Y, X == Y, copy_term(X, Z), Z == X, Done = yes', 'answer'], ['nest(200000, X), term_to_atom(X, A), atom_length(A, L)', 'answer'], ['nest(100000, X), term_to_atom(X, A), term_to_atom(Y, A), X == Y, Done = yes', 'answer'],
  ]) {
    const { ask, megabytes } = await engine();
    assert.deepEqual(ask(`consult ${PROGRAM_LIMIT} 1000000 0\n:- use_module(library(clpfd)).\n${HOSTILE}`).messages, [], query);
    assert.equal(ask(`ask\n${query}.`).error, undefined);
    const found = next(ask, came === 'paused' ? 20 : 3000);
    assert.equal(found.came, came, `${query}: ${JSON.stringify(found).slice(0, 300)}`);
    assert.ok((found.error ?? '').includes(error), `${query}: ${found.error}`);
    ask('end');
    assert.equal(ask('ask\nX is 6 * 7.').error, undefined);
    assert.equal(next(ask).bindings[0].text, '42', query);
    assert.ok(megabytes() <= ENGINE_LIMIT, `${query}: ${megabytes()} MiB`);
  }
});

test('extreme texts are read or reported without a trap', async () => {
  const { ask, megabytes } = await engine();
  const many = (text, times) => text.repeat(times);
  for (const text of [
    `p(${many('f(', 100_000)}x${many(')', 100_000)}).`, `p(${many('[', 100_000)}${many(']', 100_000)}).`, `p(${many('(', 100_000)}`, many('- ', 100_000), `p :- ${many('a, ', 100_000)}a.`,
    `p :- ${many('(a -> ', 20_000)}b${many(' ; c)', 20_000)}.`, `p(X) :- X is ${many('1 + ', 100_000)}1.`, `p(X) :- X is ${many('(1 + ', 20_000)}1${many(')', 20_000)}.`, `X = "${many('a', 1_000_000)}`, `p('${many('\\', 100_001)}').`, `/* ${many('*', 100_000)}`,
    `p(${many('9', 100_000)}).`, `p(0'`, `p(${many('X, ', 300)}X).`, many('p(1).\n', 50_000), `:- op(700, xfx, =>).\n${many('a => ', 1000)}b.`, `p(X) :- X #= ${many('1 + ', 3000)}X.\n?- p(X).`, '\0\u{feff}\u{1f600}', `${many('{', 50_000)}`, `p --> ${many('"a", ', 20_000)}[].`,
    `p :- ${many('\\+ ', 20_000)}a.`, `p :- ${many('forall(a, ', 5000)}b${many(')', 5000)}.`, `p :- ${many('findall(X, ', 5000)}b${many(', L)', 5000)}.`,
  ]) {
    const { messages, error } = ask(`consult ${PROGRAM_LIMIT} 1000000 0\n${text}`);
    assert.equal(error, undefined, text.slice(0, 60));
    assert.ok(Array.isArray(messages));
    ask(`ask\n${text}`);
    next(ask, 10);
    ask(`colour\n${text}`);
    ask(`line\n${text}`);
    ask('end');
    ask('ask\nX is 6 * 7.');
    assert.equal(next(ask).bindings[0].text, '42', text.slice(0, 60));
  }
  assert.ok(megabytes() <= 2 * ENGINE_LIMIT, `${megabytes()} MiB`);
});
