/** Which known set do some dice mean? Dice may lie in any order, and the board may be turned or mirrored. */

/** What one die has to lose and to get to be another: {drop, add, faces}. */
export function difference(mine, wanted) {
  // Who types each cell only once says nothing about how often it is repeated.
  const [ours, add] = mine.length === wanted.length ? [mine, [...wanted]]
    : [mine, wanted].map((faces) => [...new Set(faces)]);
  const drop = ours.filter((cell) => !add.includes(cell) || !add.splice(add.indexOf(cell), 1));
  return { drop, add, faces: Math.max(drop.length, add.length) };
}

/** Match the rows of a small square table with its columns at the least cost: the column of each row. */
export function matching(costs) {
  // Of the ways to match the first rows with the same columns only the cheapest goes on.
  let ways = new Map([[0, { cost: 0, columns: [] }]]);
  for (const row of costs) {
    const longer = new Map();
    for (const [used, { cost, columns }] of ways) {
      row.forEach((price, column) => {
        const key = used | (1 << column);
        if (key === used || longer.get(key)?.cost <= cost + price) return;
        longer.set(key, { cost: cost + price, columns: [...columns, column] });
      });
    }
    ways = longer;
  }
  return ways.values().next().value.columns;
}

/**
 * The known set that differs in the fewest faces, {known, isImage, faces, dice}, its dice in the order of the
 * given; undefined where there is none. `isImage` tells that the board is turned or mirrored.
 */
export function nearestKnownSet(dice, puzzle) {
  return puzzle.sets.flatMap((known) => puzzle.symmetries.map(({ permutation }, number) => {
    const image = known.dice.map((faces) => faces.map((cell) => permutation[cell]));
    const costs = dice.map((mine) => image.map((wanted) => difference(mine, wanted).faces));
    const columns = matching(costs);
    const faces = columns.reduce((sum, column, row) => sum + costs[row][column], 0);
    return { known, isImage: number > 0, faces, dice: columns.map((column) => image[column]) };
  })).sort((a, b) => a.faces - b.faces)[0];
}

/** The pairs of dice, from 0, that show the same cells. */
export function equalDice(dice) {
  const texts = dice.map((faces) => [...new Set(faces)].sort().join());
  const pairs = texts.flatMap((_, one) => texts.map((_other, other) => [one, other]));
  return pairs.filter(([one, other]) => one < other && texts[one] && texts[one] === texts[other]);
}
