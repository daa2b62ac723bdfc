/** Which known set do some dice mean? Dice may lie in any order, and the board may be turned or mirrored. */

/** What one die has to lose and to get to be another: {drop, add, faces}. */
export function difference(mine, wanted) {
  // Who types each cell only once says nothing about how often it is repeated.
  const isWhole = mine.length === wanted.length;
  const [ours, add] = [mine, wanted].map((die) => [...isWhole ? die : new Set(die)]);
  const drop = ours.filter((cell) => !add.includes(cell) || !add.splice(add.indexOf(cell), 1));
  return { drop, add, faces: Math.max(drop.length, add.length) };
}

/** Match rows with columns of a square table at the least cost; returns the column of each row. */
export function matching(costs) {
  // The best for the first rows and each set of as many columns.
  const best = [{ cost: 0, columns: [] }];
  for (let set = 1; set < 1 << costs.length; set++) {
    const own = [...costs.keys()].filter((column) => (set >> column) & 1);
    best[set] = own.map((column) => {
      const { cost, columns } = best[set ^ (1 << column)];
      return { cost: cost + costs[columns.length][column], columns: [...columns, column] };
    }).reduce((one, other) => (other.cost < one.cost ? other : one));
  }
  return best.at(-1).columns;
}

/**
 * The known set that needs the fewest faces written anew, {known, isImage, faces, dice}, its dice in the order
 * of those that are given; null where the puzzle has none. `isImage`: the board is turned or mirrored.
 */
export function nearestKnownSet(dice, puzzle) {
  const all = puzzle.sets.flatMap((known) => puzzle.symmetries.map(({ permutation }, number) => {
    const image = known.dice.map((faces) => faces.map((cell) => permutation[cell]));
    const costs = dice.map((mine) => image.map((wanted) => difference(mine, wanted).faces));
    const columns = matching(costs);
    const faces = columns.reduce((sum, column, row) => sum + costs[row][column], 0);
    return { known, isImage: number > 0, faces, dice: columns.map((column) => image[column]) };
  }));
  return all.reduce((best, one) => (best && best.faces <= one.faces ? best : one), null);
}

/** The pairs of dice, from 0, that show the same cells. */
export function equalDice(dice) {
  const texts = dice.map((faces) => [...new Set(faces)].sort((a, b) => a - b).join());
  return texts.flatMap((text, first) => texts.flatMap((other, second) =>
    (second > first && text && text === other ? [[first, second]] : [])));
}
