/** Random numbers from a seed: the same seed gives the same numbers in every browser. */
export class Random {
  /** `seed` is a whole number from 0 below 2^32. */
  constructor(seed) { this.state = seed | 0; }

  /** A whole number from 0 below `most` (mulberry32). */
  below(most) {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * most);
  }

  pick(values) { return values[this.below(values.length)]; }

  /** The values in a random order. */
  shuffled(values) {
    const rest = [...values];
    for (let n = rest.length - 1; n > 0; n--) {
      const other = this.below(n + 1);
      [rest[n], rest[other]] = [rest[other], rest[n]];
    }
    return rest;
  }
}
