/** What a hint says, and what it shows on the board. */
import { counted, grouped, listed } from "../parts/dom.js";

const places = (number) => (number === 1 ? "only one place" : counted(number, "place"));

/** A sentence as it stands behind a colon. */
const within = (sentence) =>
  (/^[A-Z][a-z]/.test(sentence) ? sentence[0].toLowerCase() + sentence.slice(1) : sentence);

/** {words, rings, ghosts, blamed, isRuined} of the engine’s answer; `chosen` is the kind that is held. */
export function describeHint(hint, position, chosen) {
  const shown = { words: "", rings: [], ghosts: [], blamed: [], isRuined: hint.solvable === false };
  if (hint.solvable === null) return { ...shown, words: "I could not find out in a short time." };
  if (shown.isRuined) return { ...shown, ...ruined(hint, position) };
  const words = { still: () => stillWords(position), piece: () => pieceWords(hint.advice, position, chosen),
    next: () => `${position.words(hint.advice.number)} lies there now. ${why(hint.advice)}`,
    place: () => `${position.words(hint.advice.number)}. ${why(hint.advice)}`,
    why: () => wrongWords(hint, position) };
  shown.words = words[hint.step]();
  if (hint.step === "place") shown.ghosts = [hint.advice.number];
  if (hint.step === "why" && hint.wrong) {
    Object.assign(shown, { ghosts: [hint.wrong.number], rings: hint.wrong.reason.cells });
  }
  return shown;
}

const stillWords = ({ laid }) =>
  (laid.length ? "Yes, you can still finish." : "Yes, this board can be solved.");

function ruined({ ruinedBy, isEarliest, takeBack, reason }, position) {
  const { laid } = position;
  const because = reason ? ` ${reason.text}` : "";
  const rings = reason?.cells ?? [];
  if (ruinedBy === null) {
    return { words: `No. This board has no solution: nobody can finish it.${because}`, rings };
  }
  const blamed = takeBack.map((place) => laid[place]);
  const since = isEarliest ? "Since you laid" : "At the latest since you laid";
  const back = listed(blamed.map((number) => position.words(number)));
  const words = `No, you cannot finish like this. ${since} ${position.words(laid[ruinedBy])}, the rest does `
    + `not fit any more.${because} Take back ${back}: then it works again.`;
  return { words, rings, blamed };
}

/** Say in how many places a piece fits, and in how many of them it can stay. */
function freedom({ fits, places: good }) {
  if (good === null || fits === 1) return `It fits in ${places(fits)}.`;
  if (good === fits) return `It fits in ${places(fits)}, and in all of them you can still finish.`;
  const some = good === 1 ? "one" : grouped(good);
  return `It fits in ${places(fits)}, but only in ${some} of them can you still finish.`;
}

function pieceWords(advice, { puzzle }, chosen) {
  const { name } = puzzle.pieces[advice.kind];
  return chosen === null ? `Lay ${name} next. ${freedom(advice)}`
    : `About ${name}: ${within(freedom(advice))}`;
}

/** Say why a piece goes where it goes. */
function why({ tilings, there, isExact, isForced, fits }) {
  if (isForced && isExact && tilings === 1) return "There is only one way left to finish, and it lies there.";
  if (fits === 1) return "It fits nowhere else.";
  if (isForced) return `All ${grouped(tilings)} ways to finish have it there.`;
  if (!isExact) return `In a short search, I found the most ways to finish with it there: at least ${there}.`;
  return `${grouped(there)} of the ${grouped(tilings)} ways to finish have it there: no place has more.`;
}

function wrongWords({ advice, wrong }, position) {
  const { name } = position.puzzle.pieces[advice.kind];
  if (!wrong && advice.places === null) return `I know of no place that would be wrong for ${name}.`;
  if (!wrong) return `Every place of ${name} works, and so does every place of the other pieces.`;
  const isOther = position.puzzle.placements[wrong.number].kind !== advice.kind;
  const start = isOther && advice.places === advice.fits ? `Every place of ${name} works. ` : "";
  return `${start}${position.words(wrong.number)} is wrong: ${within(wrong.reason.text)}`;
}
