/// A test picture for uploads.

import { deflateSync } from 'node:zlib';

/** Returns a grey PNG of 900 by 300 pixels. */
export function picture(shade = 0x77) {
  const crc = (bytes) => ~bytes.reduce((sum, byte) => { sum ^= byte; for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1; return sum; }, ~0) >>> 0;
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(900, 0);
  head.writeUInt32BE(300, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(300 * 2701, shade);
  for (let row = 0; row < 300; row += 1) rows[row * 2701] = 0;
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
