// @ts-check
/// Writes ZIP files whose entries are stored without compression: pictures are compressed already.
///
/// # Source
/// PKWARE, "APPNOTE.TXT, .ZIP File Format Specification", version 6.3.10, 2022.

/** The remainders of the checksum (CRC-32) for each byte. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? value >>> 1 ^ 0xedb88320 : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = REMAINDERS[(value ^ byte) & 255] ^ value >>> 8;
  return ~value >>> 0;
}

/** Numbers as bytes, least significant first. @param {...[bytes: number, value: number]} fields */
const record = (...fields) => fields.flatMap(([bytes, value]) => Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) & 255));

/** The version that reads stored entries, and the flag for names in UTF-8. */
const [VERSION, UTF8] = [20, 0x800];
/** The first day of the format, 1 January 1980: all entries have this date. */
const DATE = 0x21;

export class Zip {
  /** @type {BlobPart[]} */ #parts = [];
  /** @type {number[]} */ #directory = [];
  #count = 0;
  /** The number of bytes so far. */ size = 0;

  /** Adds a file. @param {string} name @param {Uint8Array<ArrayBuffer>} bytes */
  add(name, bytes) {
    const letters = new TextEncoder().encode(name);
    /** @type {[number, number][]} */
    const fields = [[2, UTF8], [2, 0], [2, 0], [2, DATE], [4, checksum(bytes)], [4, bytes.length], [4, bytes.length], [2, letters.length], [2, 0]];
    this.#directory.push(...record([4, 0x02014b50], [2, VERSION], [2, VERSION], ...fields, [2, 0], [2, 0], [2, 0], [4, 0], [4, this.size]), ...letters);
    const head = Uint8Array.from([...record([4, 0x04034b50], [2, VERSION], ...fields), ...letters]);
    this.#parts.push(head, bytes);
    this.size += head.length + bytes.length;
    this.#count++;
  }

  /** Returns the file. */
  file() {
    const { length } = this.#directory;
    const end = record([4, 0x06054b50], [2, 0], [2, 0], [2, this.#count], [2, this.#count], [4, length], [4, this.size], [2, 0]);
    return new Blob([...this.#parts, Uint8Array.from([...this.#directory, ...end])], { type: 'application/zip' });
  }
}
