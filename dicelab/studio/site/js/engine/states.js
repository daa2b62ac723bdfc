/** A number for each state of three 32-bit integers, and a value for each number: a hash table that grows. */
export class States {
  number = 0;
  /** @type {Int32Array} */
  lo;
  /** @type {Int32Array} */
  hi;
  /** @type {Int32Array} */
  code;
  /** @type {Float64Array} */
  value;

  constructor() {
    this.#grow(1 << 12);
  }

  #grow(room) {
    const kinds = { lo: Int32Array, hi: Int32Array, code: Int32Array, value: Float64Array };
    for (const [name, Kind] of Object.entries(kinds)) {
      const grown = new Kind(room);
      grown.set(this[name] ?? []);
      this[name] = grown;
    }
    this.slots = new Int32Array(2 * room);
    const { lo, hi, code } = this;
    for (let n = 0; n < this.number; n++) this.slots[this.#slot(lo[n], hi[n], code[n])] = n + 1;
  }

  #slot(lo, hi, code) {
    let hash = Math.imul(lo, 0x9e3779b1) ^ Math.imul(hi, 0x85ebca6b) ^ Math.imul(code, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    const last = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 13)) & last;
    for (let n = this.slots[slot]; n; n = this.slots[slot]) {
      if (this.lo[n - 1] === lo && this.hi[n - 1] === hi && this.code[n - 1] === code) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  /** Yield the first two integers of each state. */
  *pairs() { for (let n = 0; n < this.number; n++) yield [this.lo[n], this.hi[n]]; }

  /** The number of a state; a new one gets the next number, with the value 0. */
  add(lo, hi, code = 0) {
    const slot = this.#slot(lo, hi, code);
    if (this.slots[slot]) return this.slots[slot] - 1;
    const n = this.number++;
    [this.lo[n], this.hi[n], this.code[n], this.slots[slot]] = [lo, hi, code, n + 1];
    if (this.number === this.lo.length) this.#grow(2 * this.number);
    return n;
  }
}
