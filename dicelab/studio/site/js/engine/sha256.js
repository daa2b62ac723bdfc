/** SHA-256. Browsers lend theirs only to pages over https, which is rare in a local network. */

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
/** The first 32 bits behind the point. */
const fraction = (root) => Math.floor((root % 1) * 2 ** 32) | 0;
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The checksum of a file, by the browser's own program where it lends it, which is quicker. */
export async function checksum(bytes) {
  if (!globalThis.crypto?.subtle) return sha256(bytes);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The checksum of a text or of bytes, as 64 hexadecimal digits. */
export function sha256(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const data = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6));
  new Uint8Array(data.buffer).set(bytes);
  data.setUint8(bytes.length, 0x80);
  data.setUint32(data.byteLength - 4, bytes.length * 8);
  const state = [...START];
  for (let from = 0; from < data.byteLength; from += 64) {
    const words = Array.from({ length: 16 }, (_, n) => data.getInt32(from + 4 * n));
    for (let n = 16; n < 64; n++) {
      const [near, far] = [words[n - 2], words[n - 15]];
      words[n] = (words[n - 16] + words[n - 7] + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10))
        + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < 64; n++) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
        + ROUNDS[n] + words[n];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = (state[n] + word) | 0));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
