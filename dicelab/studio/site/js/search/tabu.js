/** Tabu search: always the swap after which the fewest rolls fail, and no cell soon back to the die it left. */

/** Steps for which a cell may not return to a die, at least and at most; steps without progress until a shake. */
const [TENURE_LEAST, TENURE_MOST, PATIENCE] = [8, 18, 120];
const SHAKEN = 4;

/** Trade the places of two cells. */
export function trade(owner, [one, other]) { [owner[one], owner[other]] = [owner[other], owner[one]]; }

/**
 * Walk on from dice, which change; yield after each step the number of failing rolls. It ends after `most` steps.
 *
 * `number` is how many of the boards fail. Of swaps with equally many failing rolls `weigh`, where it is given, prefers
 * the one with the least weight, and chance the others.
 */
export function* tabu(swaps, boards, number, owner, random, { most = Infinity, weigh = null } = {}) {
  const dice = swaps.blockers + 1;
  const until = new Int32Array(owner.length * dice);
  const place = (cell, die) => cell * dice + die + 1;
  let [least, since] = [Infinity, 0];
  for (let step = 0; step <= most; step++) {
    const failing = swaps.scan(owner, boards, number);
    const cost = weigh ? failing + weigh(owner) / 1e6 : failing;
    if (cost < least) [least, since] = [cost, step];
    yield failing;
    const pairs = swaps.open(owner);
    if (!pairs.length) return;
    if (step - since > PATIENCE) {
      for (let n = 0; n < SHAKEN; n++) trade(owner, random.pick(pairs));
      until.fill(0);
      [least, since] = [Infinity, step];
      continue;
    }
    let [best, ties, chosen] = [Infinity, 0, null];
    for (const pair of pairs) {
      const [one, other] = pair;
      let after = swaps.after(one, other);
      if (after > best) continue;
      if (weigh) {
        trade(owner, pair);
        after += weigh(owner) / 1e6;
        trade(owner, pair);
      }
      const isTabu = until[place(one, owner[other])] > step || until[place(other, owner[one])] > step;
      if (after > best || (isTabu && after >= least)) continue;
      ties = after < best ? 1 : ties + 1;
      if (after < best || random.below(ties) === 0) chosen = pair;
      best = after;
    }
    // Where every swap is tabu, there is no step.
    if (!chosen) continue;
    for (const cell of chosen) {
      until[place(cell, owner[cell])] = step + TENURE_LEAST + random.below(TENURE_MOST - TENURE_LEAST);
    }
    trade(owner, chosen);
  }
}
