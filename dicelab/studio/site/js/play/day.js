/** The board of a day: the same everywhere, since it depends on the date, the puzzle and its dice alone. */
import { sha256 } from "../engine/sha256.js";

/** Boards that are tried until one has a tiling. */
const MOST_TRIES = 2_000;

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** A date as 2026-01-31; today's by the clock of this device. */
export function dateText(day = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The board of a date; `complete(position)` tells whether a position can be completed. */
export async function boardOfTheDay(day, puzzle, complete) {
  const { text, dice } = puzzle.day;
  const dated = dateCells(day, puzzle);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    // The first 62 bits number a roll, or a board.
    const number = BigInt(`0x${sha256(`dicelab ${day} ${tries} ${text}`).slice(0, 16)}`) >> 2n;
    const board = dated && !tries ? dated : dice ? roll(dice, number) : numbered(puzzle, number);
    // Dice that share cells may show one twice.
    if (puzzle.whyNoBoard(board)) continue;
    if ((await complete({ board, laid: [] })).solvable) return board;
  }
  throw new Error(`None of ${MOST_TRIES} boards has a solution: choose another date.`);
}

/** The cells of a calendar that show a date, one in each region; nothing if the puzzle is no calendar. */
function dateCells(day, { regions, cells: all }) {
  const date = new Date(`${day}T00:00:00Z`);
  const words = [MONTHS[date.getUTCMonth()], String(date.getUTCDate()), WEEKDAYS[date.getUTCDay()]];
  const shown = regions.map(({ cells }) => cells.filter((cell) => words.includes(all[cell].label)));
  return shown.length && shown.every(({ length }) => length === 1) ? sorted(shown.flat()) : null;
}

/** A number below one, and what is left of the number. */
const split = (number, below) => /** @type {[number, bigint]} */ ([Number(number % BigInt(below)), number / BigInt(below)]);
const sorted = (cells) => [...new Set(cells)].sort((a, b) => a - b);

/** The roll with a number, which is taken modulo that of the rolls; the last die changes fastest. */
function roll(dice, number) {
  const board = [];
  for (const cells of dice.toReversed()) {
    const [place, rest] = split(number, cells.length);
    board.push(cells[place]);
    number = rest;
  }
  return sorted(board);
}

/** The board with a number, modulo that of the boards: a cell of each region, or any that may be blocked. */
function numbered(puzzle, number) {
  const board = [];
  for (const { cells } of puzzle.regions) {
    const [place, rest] = split(number, cells.length);
    board.push(cells[place]);
    number = rest;
  }
  if (puzzle.regions.length) return sorted(board);
  const cells = [...puzzle.cells.keys()].filter((cell) => puzzle.blockable(cell));
  number %= choose(cells.length, puzzle.blockers);
  for (let size = puzzle.blockers; size; size--) {
    let place = size - 1;
    while (place + 1 < cells.length && choose(place + 1, size) <= number) place++;
    number -= choose(place, size);
    board.push(cells[place]);
  }
  return sorted(board);
}

/** In how many ways some things are chosen of others. */
function choose(from, size) {
  let ways = 1n;
  for (let n = 0; n < size; n++) ways = (ways * BigInt(from - n)) / BigInt(n + 1);
  return ways;
}
