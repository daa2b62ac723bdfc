/** The games that a browser keeps: {begun, puzzle, kind, board, seconds, hints, end}, the earliest first. */
import { attempt, store } from "../parts/dom.js";
import { keptValue } from "../parts/kept.js";

/** Where the browser keeps them. */
export const KEY = "dicelab.play.games";
const SCHEMA = "dicelab/games/1";
const MOST_GAMES = 20_000;

const isText = (text, most) => typeof text === "string" && text.length <= most;
const isNumber = (number) => Number.isFinite(number) && number >= 0;
/** `begun` is the time of this device, `kind` that of the board ("day 2026-01-31"), `end` how it ended. */
const isGame = ({ begun, puzzle, kind, board, seconds, hints, end }) =>
  isText(begun, 30) && /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(begun)
  && [puzzle, kind].every((one) => isText(one, 100)) && isText(board, 1000)
  && [seconds, hints].every(isNumber) && ["", "solved", "given up"].includes(end);

/** Read games from a text that came from outside; an Error says what is wrong with it. */
export function readGames(text) {
  const value = attempt(() => JSON.parse(text), "it is not whole JSON.");
  if (value?.schema !== SCHEMA) throw new Error(`it has no games of dicelab (${SCHEMA}).`);
  const { games } = value;
  const isList = Array.isArray(games) && games.length <= MOST_GAMES;
  if (!isList) throw new Error(`it has no list of at most ${MOST_GAMES} games.`);
  const wrong = games.findIndex((one) => !one || typeof one !== "object" || !isGame(one));
  if (wrong >= 0) throw new Error(`game ${wrong + 1} is damaged.`);
  // Nothing else that stands in a file is taken over.
  return sorted(games.map(({ begun, puzzle, kind, board, seconds, hints, end }) =>
    ({ begun, puzzle, kind, board, seconds, hints, end })));
}

export const writeGames = (games) => `${JSON.stringify({ schema: SCHEMA, games })}\n`;

const sorted = (games) => games.sort((a, b) => (a.begun < b.begun ? -1 : Number(a.begun > b.begun)));

/** Both lists in one; a game that is in both counts once, as it ended. */
export function joined(games, others) {
  const found = new Map();
  for (const one of [...games, ...others]) {
    const known = found.get(`${one.begun} ${one.puzzle}`);
    if (!known?.end) found.set(`${one.begun} ${one.puzzle}`, one);
  }
  return sorted([...found.values()]).slice(-MOST_GAMES);
}

export class KeptGames {
  /** What is wrong with what the browser has kept; it is put aside then. */
  fault = "";

  get games() {
    const { value, fault } = keptValue(KEY, readGames);
    this.fault ||= fault;
    return value ?? [];
  }

  set games(games) { store(KEY, writeGames(games.slice(-MOST_GAMES))); }
}

const median = (values) => {
  const ascending = values.toSorted((a, b) => a - b);
  const half = Math.floor(ascending.length / 2);
  return ascending.length % 2 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
};

/** Games in figures: [{puzzle, kind, begun, solved, best, median, hints}], by puzzle and kind of board. */
export function figuresOf(games) {
  const groups = Map.groupBy(games, ({ puzzle, kind }) => `${puzzle} ${kind.split(" ")[0]}`);
  return [...groups.values()].map((group) => {
    const times = group.filter(({ end }) => end === "solved").map(({ seconds }) => seconds);
    const [{ puzzle, kind }] = group;
    return { puzzle, kind: kind.split(" ")[0], begun: group.length, solved: times.length,
      best: times.length ? Math.min(...times) : null, median: times.length ? median(times) : null,
      hints: group.reduce((sum, one) => sum + one.hints, 0) };
  }).sort((a, b) => (a.puzzle === b.puzzle ? b.begun - a.begun : a.puzzle < b.puzzle ? -1 : 1));
}

/** {current, longest}: how many days in a row boards of the day were solved that were begun on their day. */
export function runsOf(games, puzzle, today) {
  const dayOf = ({ begun }) => begun.slice(0, 10);
  const daily = games.filter((one) =>
    one.puzzle === puzzle && one.end === "solved" && one.kind === `day ${dayOf(one)}`);
  const days = [...new Set(daily.map((one) => numberOf(dayOf(one))))].sort((a, b) => a - b);
  const runs = days.reduce((found, day) => {
    if (found.at(-1)?.at(-1) === day - 1) found.at(-1).push(day);
    else found.push([day]);
    return found;
  }, []);
  const last = runs.at(-1);
  // A run goes on for as long as today's board can still be solved.
  const current = last && last.at(-1) >= numberOf(today) - 1 ? last.length : 0;
  return { current, longest: Math.max(0, ...runs.map((run) => run.length)) };
}

const numberOf = (day) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
