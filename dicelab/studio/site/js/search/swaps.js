/** What each swap of two cells does to dice: how many rolls fail afterwards. */

export class Swaps {
  /** `kept` are dice, from 0, whose cells stay. */
  constructor(model, kept = []) {
    const { size, blockers } = model;
    this.size = size;
    this.blockers = blockers;
    const regions = Array.from({ length: size }, (_, cell) => model.regionOf(cell));
    const pairs = model.blockable.flatMap((one) => model.blockable.filter((other) =>
      one < other && regions[one] === regions[other]).map((other) => [one, other]));
    this.pairs = pairs;
    this.kept = new Set(kept);
    this.shares = new Int32Array(size);
    this.both = new Int32Array(size * size);
    this.added = new Int32Array(size * blockers);
  }

  /**
   * Count the failing rolls of dice, `owner` has the die of each cell and -1 where it is on none, by one walk through boards.
   *
   * A board fails if it has a cell of each die. It fails after one more cell comes to a die if it lacks that die alone,
   * and has the cell beside one of each other die.
   */
  scan(owner, { list }, number) {
    const { size, blockers, shares, both, added } = this;
    const all = 2 ** blockers - 1;
    shares.fill(0);
    both.fill(0);
    added.fill(0);
    this.owner = owner;
    this.failing = 0;
    const end = number * blockers;
    for (let at = 0; at < end; at += blockers) {
      let seen = 0;
      let more = -1;
      let n = at;
      for (; n < at + blockers; n++) {
        const die = owner[list[n]];
        if (die >= 0 && !((seen >>> die) & 1)) seen |= 1 << die;
        else if (more >= 0) break;
        else more = list[n];
      }
      if (n < at + blockers) continue;
      if (more < 0) {
        this.failing += 1;
        for (let one = at; one < n; one++) {
          shares[list[one]] += 1;
          for (let other = at; other < n; other++) both[list[one] * size + list[other]] += 1;
        }
        continue;
      }
      const row = (31 - Math.clz32(all ^ seen)) * size;
      const twin = owner[more];
      added[row + more] += 1;
      // Of two cells of one die either may be the one that comes.
      for (let one = at; twin >= 0 && one < n; one++) {
        if (list[one] !== more && owner[list[one]] === twin) added[row + list[one]] += 1;
      }
    }
    return this.failing;
  }

  /** How many rolls fail after two cells of different dice trade places; one of them may be on no die. */
  after(one, other) {
    const { owner, size, shares, added, both, failing } = this;
    const [left, right] = [owner[one], owner[other]];
    let number = failing;
    if (left >= 0) number += added[left * size + other] - shares[one];
    if (right >= 0) number += added[right * size + one] - shares[other];
    // A roll that shows both gives the board that it gave before.
    return number + (left >= 0 && right >= 0 ? 2 * both[one * size + other] : 0);
  }

  /** The pairs of cells that may trade places. */
  open(owner) {
    return this.pairs.filter(([one, other]) =>
      owner[one] !== owner[other] && !this.kept.has(owner[one]) && !this.kept.has(owner[other]));
  }
}
