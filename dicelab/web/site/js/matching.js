/** Which known set do some dice mean? Dice may lie in any order, and the board may be turned or mirrored. */

/** What one die has to lose and to get to be another: {drop, add, faces}. */
export function difference(mine, wanted) {
  // Who types each cell only once says nothing about how often it is repeated.
  const [ours, add] = mine.length === wanted.length ? [mine, [...wanted]] : [[...new Set(mine)], [...new Set(wanted)]];
  const drop = ours.filter((cell) => !add.includes(cell) || !add.splice(add.indexOf(cell), 1));
  return { drop, add, faces: Math.max(drop.length, add.length) };
}

/** Match rows with columns of a square table at the least cost (Kuhn 1955); returns the column of each row. */
export function matching(costs) {
  const size = costs.length;
  const [price, discount, rowOf, before] = Array.from({ length: 4 }, () => Array(size + 1).fill(0));
  for (let row = 1; row <= size; row += 1) {
    const slack = Array(size + 1).fill(Infinity);
    const reached = new Set();
    let column = 0;
    rowOf[0] = row;
    do {
      reached.add(column);
      let next = 0;
      for (let other = 1; other <= size; other += 1) {
        if (reached.has(other)) continue;
        const reduced = costs[rowOf[column] - 1][other - 1] - price[rowOf[column]] + discount[other];
        if (reduced < slack[other]) [slack[other], before[other]] = [reduced, column];
        if (!next || slack[other] < slack[next]) next = other;
      }
      const step = slack[next];
      slack.forEach((_, other) => {
        if (!reached.has(other)) slack[other] -= step;
        else [price[rowOf[other]], discount[other]] = [price[rowOf[other]] + step, discount[other] + step];
      });
      column = next;
    } while (rowOf[column]);
    for (; column; column = before[column]) rowOf[column] = rowOf[before[column]];
  }
  return costs.map((_, row) => rowOf.indexOf(row + 1, 1) - 1);
}

/**
 * The known set that needs the fewest faces written anew, {known, isImage, faces, dice}, with its dice in the order of
 * those that are given; null where the puzzle has none. `isImage` tells that the board is turned or mirrored.
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
  return texts.flatMap((text, first) =>
    texts.flatMap((other, second) => (second > first && text && text === other ? [[first, second]] : [])));
}
