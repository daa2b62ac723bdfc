/** The odds of the rolls of some dice, weighted by the faces that show them, as `dicelab stats` gives them. */

/**
 * The chances of rolls with few tilings, and the mean number of tilings of the rolls that block each cell.
 * @param {number} size the number of cells of the board
 * @param {number[][]} dice for each die its faces, cells that may repeat
 * @param {{board: number[], tilings: number}[]} boards each board that the dice can roll
 * @returns {{chances: {at_most: number, chance: number}[], cells: (number | null)[], tally: number[][]}} `tally` has
 *   each number of tilings, ascending, and the chance of a roll with as many
 */
export function oddsOf(size, dice, boards) {
  const [weighed, sums, rolls] = [new Map(), new Float64Array(size), new Float64Array(size)];
  const faces = dice.map((die) => Map.groupBy(die, (cell) => cell));
  let total = 0;
  for (const { board, tilings } of boards) {
    const weight = waysOf(faces, board);
    total += weight;
    weighed.set(tilings, (weighed.get(tilings) ?? 0) + weight);
    for (const cell of board) {
      sums[cell] += weight * tilings;
      rolls[cell] += weight;
    }
  }
  const values = [...weighed.keys()].sort((a, b) => a - b);
  const weightTo = (most) => values.reduce((sum, value) => sum + (value <= most ? weighed.get(value) : 0), 0);
  const chances = usual(values[0] ?? 0, values.at(-1) ?? 0).map((most) =>
    ({ at_most: most, chance: total && weightTo(most) / total }));
  return { chances, tally: values.map((value) => [value, weighed.get(value) / total]), cells: Array.from(sums, (sum, cell) => (rolls[cell] ? sum / rolls[cell] : null)) };
}

/** The chance that a roll of one tally has fewer tilings than a roll of another; equal numbers count half. */
export function chanceOfFewer(one, other) {
  let [place, below, chance] = [0, 0, 0];
  for (const [tilings, share] of other) {
    while (place < one.length && one[place][0] < tilings) below += one[place++][1];
    const equal = one[place]?.[0] === tilings ? one[place][1] : 0;
    chance += share * (below + equal / 2);
  }
  return chance;
}

/** In how many ways the faces of the dice, from one on, show some cells. */
function waysOf(faces, cells, die = 0) {
  if (die === faces.length) return 1;
  let ways = 0;
  for (const cell of cells) {
    const shown = faces[die].get(cell);
    if (shown) ways += shown.length * waysOf(faces, cells.filter((other) => other !== cell), die + 1);
  }
  return ways;
}

/** 0, 1, 2, 5, 10, 20, 50 and so on, as far as some boards have at most as many tilings, and some more. */
function usual(fewest, most) {
  const numbers = [0];
  for (let power = 1; power < most; power *= 10) numbers.push(power, 2 * power, 5 * power);
  const found = numbers.filter((number) => fewest <= number && number < most);
  return found.length ? found : [fewest];
}
