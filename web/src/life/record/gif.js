// @ts-check
/// Writes animated GIF files. Each frame holds only the rectangle that changed.
///
/// # Source
/// CompuServe, "Graphics Interchange Format, version 89a", 1990, with the compression of Terry
/// Welch, "A technique for high-performance data compression", 1984.

/** Maximum number of bits of a code. */
const MAX_BITS = 12;
/** Bits per pixel, and the two codes after the pixels. */
const BITS = 8;
const CLEAR = 256;
const END = 257;

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/** Encodes a number in two bytes, the lower byte first. @param {number} value */
const word = (value) => [value & 255, value >> 8];

export class Gif {
  /** @type {Uint8Array<ArrayBuffer>[]} */ #parts = [];
  /** The number of bytes so far. */ size = 0;
  /** The code of each known string: its prefix's code and its last pixel. */ #codes = new Uint16Array(1 << (MAX_BITS + BITS));

  /** @param {number} width @param {number} height @param {number[][]} colours 256 colours of three numbers each */
  constructor(width, height, colours) {
    const text = (/** @type {string} */ letters) => [...letters].map((letter) => letter.charCodeAt(0));
    this.#add([...text('GIF89a'), ...word(width), ...word(height), 0xf7, 0, 0, ...colours.flat(),
      // Repeats for ever.
      0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0]);
  }

  /** @param {ArrayLike<number>} bytes */
  #add(bytes) {
    const part = Uint8Array.from(bytes);
    this.#parts.push(part);
    this.size += part.length;
  }

  /**
   * Adds a frame over the last one.
   * @param {Box} box
   * @param {Uint8Array} pixels of the box, as indices of colours
   * @param {number} delay in hundredths of a second
   */
  frame({ left, top, width, height }, pixels, delay) {
    this.#add([0x21, 0xf9, 4, 4, ...word(delay), 0, 0, 0x2c, ...word(left), ...word(top), ...word(width), ...word(height), 0, BITS]);
    this.#add(this.#compressed(pixels));
  }

  /** Returns the file. */
  file() {
    this.#add([0x3b]);
    return new Blob(this.#parts, { type: 'image/gif' });
  }

  /** @param {Uint8Array} pixels */
  #compressed(pixels) {
    const codes = this.#codes.fill(0);
    /** @type {number[]} */
    const bytes = [];
    /** The index of the current block’s length byte; a block has at most 255 bytes. */
    let block = 0;
    let [waiting, bits, size, following] = [0, 0, BITS + 1, END + 1];
    bytes.push(0);
    const put = (/** @type {number} */ byte) => {
      if (bytes[block] === 255) {
        block = bytes.length;
        bytes.push(0);
      }
      bytes.push(byte);
      bytes[block]++;
    };
    const write = (/** @type {number} */ code) => {
      waiting |= code << bits;
      bits += size;
      while (bits >= 8) {
        put(waiting & 255);
        waiting >>>= 8;
        bits -= 8;
      }
    };
    write(CLEAR);
    let prefix = pixels[0];
    for (let at = 1; at < pixels.length; at++) {
      const string = prefix << BITS | pixels[at];
      if (codes[string]) {
        prefix = codes[string];
        continue;
      }
      write(prefix);
      prefix = pixels[at];
      if (following === 1 << MAX_BITS) {
        write(CLEAR);
        codes.fill(0);
        [size, following] = [BITS + 1, END + 1];
        continue;
      }
      if (following === 1 << size) size++;
      codes[string] = following++;
    }
    write(prefix);
    write(END);
    if (bits) put(waiting & 255);
    bytes.push(0);
    return bytes;
  }
}
