// @ts-check
/// `<gridlore-visits>`: a report on an access log in which the reader can choose days, visitors and
/// tables. The counts are computed from the data in the page, by day and kind of visitor. Without
/// scripts, the whole report is shown.

/** Number of table rows before the row for all others. */
const ROWS = 20;
/** Milliseconds per day. */
const DAY_MS = 86_400_000;
const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {[day: number, kind: number, hits: number, reads: number, visitors: number, bytes: number, external: number, hours: number[], statuses: number[]]} Row
 * @typedef {{ title: string, column: string, missed: number, names: string[], cells: number[] }} Table
 * @typedef {{ days: number[], kinds: string[], rows: Row[], tables: Table[] }} Data
 */

/**
 * Creates an element with text.
 * @param {string} name
 * @param {string} [text]
 */
function element(name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * Formats a number with narrow spaces as thousands separators.
 * @param {number} number
 */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/**
 * Formats a number of bytes with a unit.
 * @param {number} bytes
 */
function withUnit(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB', 'PB'];
  let [scaled, at] = [bytes / 1000, 0];
  for (; scaled >= 999.95 && at + 1 < units.length; at += 1) scaled /= 1000;
  return `${scaled.toFixed(1)} ${units[at]}`;
}

/**
 * Returns the name of a day, such as 2026-03-01.
 * @param {number} day
 */
const iso = (day) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the first rows of sums by name, and the sum of the rest.
 * @param {ArrayLike<string>} names
 * @param {ArrayLike<number>} sums
 * @param {number} rest
 * @param {boolean} inOrder
 */
function rowsOf(names, sums, rest, inOrder = false) {
  let [total, count] = [0, 0];
  for (let at = 0; at < sums.length; at += 1) {
    total += sums[at];
    if (sums[at] > 0) count += 1;
  }
  // Only names that can be among the first rows are sorted.
  const least = inOrder || count <= ROWS ? 1 : (Float64Array.from(sums).sort().at(-ROWS) ?? 1);
  /** @type {[name: string, sum: number][]} */
  let all = [];
  for (let at = 0; at < sums.length; at += 1) if (sums[at] >= least) all.push([names[at], sums[at]]);
  if (!inOrder) all = all.sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).slice(0, ROWS);
  const rows = all.map(([name, sum]) => [name, grouped(sum)]);
  const others = all.reduce((left, [, sum]) => left - sum, total + rest);
  if (others > 0) rows.push([count > all.length ? `(${count - all.length} others)` : '(others)', grouped(others)]);
  return rows;
}

class Visits extends HTMLElement {
  /** @type {Data | undefined} */ #data;

  connectedCallback() {
    const form = this.querySelector('form');
    const source = this.querySelector('script');
    if (!form || !source || this.#data) return;
    this.#data = JSON.parse(source.textContent ?? '');
    form.hidden = false;
    form.addEventListener('change', () => this.#show(form));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => setTimeout(() => this.#showWhole(form)));
  }

  /** @param {HTMLFormElement} form */
  #showWhole(form) {
    this.#part('.whole').hidden = false;
    this.#part('.chosen').hidden = true;
    this.#part('[role=status]').textContent = '';
    form.querySelector('input')?.setCustomValidity('');
  }

  /** @param {string} selector */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.querySelector(selector));
  }

  /**
   * Counts and shows the days, visitors and tables chosen in the form.
   * @param {HTMLFormElement} form
   */
  #show(form) {
    const data = /** @type {Data} */ (this.#data);
    const start = performance.now();
    const chosen = new FormData(form);
    const day = (/** @type {string} */ name, /** @type {number} */ otherwise) => {
      const time = Date.parse(String(chosen.get(name)));
      return Number.isNaN(time) ? otherwise : time / DAY_MS;
    };
    const [from, to] = [day('from', -Infinity), day('to', Infinity)];
    const kinds = new Set(chosen.getAll('kind').map(Number));
    const titles = new Set(chosen.getAll('table'));
    const takes = data.rows.map((row) => kinds.has(row[1]) && data.days[row[0]] >= from && data.days[row[0]] <= to);
    const rows = data.rows.filter((_, at) => takes[at]);

    const sum = (/** @type {2 | 3 | 4 | 5 | 6} */ at) => rows.reduce((total, row) => total + row[at], 0);
    const content = document.createDocumentFragment();
    const facts = element('dl');
    facts.className = 'facts';
    for (const [name, fact] of [['Hits', grouped(sum(2))], ['Page views', grouped(sum(3))], ['Visitors', grouped(sum(4))], ['From other sites', grouped(sum(6))], ['Sent', withUnit(sum(5))]]) {
      const pair = element('div');
      pair.append(element('dt', name), element('dd', fact));
      facts.append(pair);
    }
    content.append(facts);

    /** @type {Map<number, [hits: number, reads: number, visitors: number, bytes: number]>} */
    const days = new Map();
    /** @type {Map<string, number>} */
    const programs = new Map();
    /** @type {Map<string, number>} */
    const statuses = new Map();
    const hours = Array(24).fill(0);
    for (const [at, kind, hits, reads, visitors, bytes, , byHour, byStatus] of rows) {
      const known = days.get(data.days[at]) ?? [0, 0, 0, 0];
      days.set(data.days[at], [known[0] + hits, known[1] + reads, known[2] + visitors, known[3] + bytes]);
      programs.set(data.kinds[kind], (programs.get(data.kinds[kind]) ?? 0) + hits);
      byHour.forEach((count, hour) => { hours[hour] += count; });
      for (let place = 0; place < byStatus.length; place += 2) {
        const status = String(byStatus[place]).padStart(3, '0');
        statuses.set(status, (statuses.get(status) ?? 0) + byStatus[place + 1]);
      }
    }
    const inOrder = [...days].sort((one, other) => one[0] - other[0]);
    content.append(this.#chart('Page views per day', inOrder.map(([number, counts]) => [iso(number), counts[1]])));

    let missed = 0;
    for (const table of data.tables.filter(({ title }) => titles.has(title))) {
      const sums = new Float64Array(table.names.length);
      let others = 0;
      const { cells } = table;
      for (let at = 0; at < cells.length; at += 3) {
        if (!takes[cells[at]]) continue;
        if (cells[at + 1] < 0) others += cells[at + 2];
        else sums[cells[at + 1]] += cells[at + 2];
      }
      if (others > 0) missed = Math.max(missed, table.missed);
      this.#table(content, table.title, [table.column, table.title === 'Missing pages' ? 'hits' : 'views'], rowsOf(table.names, sums, others));
    }
    if (titles.has('Crawlers and other programs')) this.#table(content, 'Crawlers and other programs', ['visitor', 'hits'], rowsOf([...programs.keys()], [...programs.values()], 0));
    if (titles.has('Status codes')) this.#table(content, 'Status codes', ['status', 'hits'], rowsOf([...statuses.keys()].sort(), [...statuses.keys()].sort().map((status) => statuses.get(status) ?? 0), 0, true));
    if (titles.has('Hits by hour of day')) content.append(this.#chart('Hits by hour of day', hours.map((count, hour) => [String(hour).padStart(2, '0'), count])));
    if (titles.has('Days')) {
      const cells = inOrder.reverse().slice(0, 31).map(([number, [hits, reads, visitors, bytes]]) => [iso(number), grouped(hits), grouped(reads), grouped(visitors), withUnit(bytes)]);
      this.#table(content, 'Days', ['day', 'hits', 'views', 'visitors', 'bytes'], cells);
    }

    this.#part('.chosen').replaceChildren(content);
    this.#part('.chosen').hidden = false;
    this.#part('.whole').hidden = true;
    const bound = missed > 0 ? ` Rare entries are included in “others”, so a count can be too low by up to ${missed} per day and kind of visitor.` : '';
    this.#part('[role=status]').textContent = from > to ? 'The first day is after the last one.' : `${grouped(rows.reduce((total, row) => total + row[2], 0))} hits on ${days.size} ${days.size === 1 ? 'day' : 'days'}. For programs, a view is a page that they fetched.${bound}`;
    this.dataset['milliseconds'] = (performance.now() - start).toFixed(1);
  }

  /**
   * Adds a table, or nothing if there are no rows.
   * @param {DocumentFragment} content
   * @param {string} title
   * @param {string[]} head
   * @param {string[][]} rows
   */
  #table(content, title, head, rows) {
    if (rows.length === 0) return;
    const section = element('section');
    const table = element('table');
    if (head.length > 3) table.className = 'many';
    const cell = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ at) => {
      const made = element(name, text);
      if (at > 0) made.className = 'number';
      if (name === 'th') made.setAttribute('scope', 'col');
      return made;
    };
    const line = (/** @type {string} */ name, /** @type {string[]} */ texts) => {
      const made = element('tr');
      made.append(...texts.map((text, at) => cell(name, text, at)));
      return made;
    };
    const [top, body] = [element('thead'), element('tbody')];
    top.append(line('th', head));
    body.append(...rows.map((row) => line('td', row)));
    table.append(top, body);
    section.append(element('h2', title), table);
    content.append(section);
  }

  /**
   * Returns a section with a bar chart.
   * @param {string} title
   * @param {[name: string, count: number][]} counts
   */
  #chart(title, counts) {
    const [width, height, left, below] = [760, 180, 70, 22];
    const largest = Math.max(1, ...counts.map(([, count]) => count));
    const draw = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ attributes, text = '') => {
      const made = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
      made.textContent = text;
      return made;
    };
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const chart = draw('svg', { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}: ${total} in total, at most ${largest}` });
    const base = height - below;
    for (const [share, label] of [[0, 0], [0.5, Math.ceil(largest / 2)], [1, largest]]) {
      const y = base - (base - 14) * share;
      chart.append(draw('line', { class: 'axis', x1: left, y1: y, x2: width, y2: y }), draw('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, String(label)));
    }
    const step = Math.min(90, (width - left) / Math.max(1, counts.length));
    const every = Math.max(1, Math.ceil((counts.length * 90) / (width - left)));
    counts.forEach(([name, count], at) => {
      const [x, tall] = [left + at * step, ((base - 14) * count) / largest];
      const bar = draw('rect', { class: 'bar', x: x + step * 0.1, y: base - tall, width: Math.max(0.5, step * 0.8), height: tall });
      bar.append(draw('title', {}, `${name}: ${count}`));
      chart.append(bar);
      if (at % every === 0) chart.append(draw('text', { x: x + step / 2, y: height - 6, 'text-anchor': 'middle' }, name));
    });
    const [section, frame] = [element('section'), element('div')];
    frame.className = 'wide-chart';
    frame.tabIndex = 0;
    frame.setAttribute('role', 'region');
    frame.setAttribute('aria-label', title);
    frame.append(chart);
    section.append(element('h2', title), frame);
    return section;
  }
}

customElements.define('gridlore-visits', Visits);
