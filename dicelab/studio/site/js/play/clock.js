/** The time and the tries of a game, and the game that the browser keeps for the next time. */
import { at, attempt, counted, fill, store, stored } from "../parts/dom.js";
import { Position } from "./position.js";

const HIDDEN = "dicelab.play.clock";
const keyOf = ({ id }) => `dicelab.play.${id}`;

/** Write seconds as people do: 2:05, or 1:02:05. */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function mountClock(game) {
  const show = () => {
    const time = clockTime(game.seconds);
    if (at("time").textContent !== time) fill(at("time"), time);
  };
  const look = (isHidden) => {
    at("time").hidden = isHidden;
    fill(at("hide-clock"), isHidden ? "Show the clock" : "Hide the clock");
  };
  at("hide-clock").onclick = () => {
    look(!at("time").hidden);
    store(HIDDEN, at("time").hidden ? "yes" : "");
  };
  look(stored(HIDDEN) === "yes");
  setInterval(show, 250);
  let wasRunning = false;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) wasRunning = game.isRunning;
    if (document.hidden || wasRunning) game.run(!document.hidden);
    keep(game);
  });
  addEventListener("pagehide", () => keep(game));
  game.on("change", () => {
    show();
    fill(at("tries"), counted(game.tries, "try", "tries"));
    keep(game);
  });
}

function keep(game) {
  const { puzzle, position, about, seconds, tries, hints, hasGivenUp } = game;
  if (!position) return;
  const used = { seconds: Math.round(seconds * 10) / 10, tries, hints, hasGivenUp };
  store(keyOf(puzzle), JSON.stringify({ at: position.toFragment(), about, used }));
}

/** The last game of a puzzle: {position, about, used}; null where the browser has none that makes sense. */
export function keptGame(puzzle) {
  return attempt(() => {
    const { at: fragment, about: { kind, words }, used: { seconds, tries, hints, hasGivenUp } } =
      JSON.parse(stored(keyOf(puzzle)));
    const isRight = [seconds, tries, hints].every((one) => Number.isFinite(one) && one >= 0)
      && [kind, words].every((one) => typeof one === "string");
    const position = isRight && Position.fromFragment(fragment, puzzle);
    const used = { seconds, tries, hints, hasGivenUp: hasGivenUp === true };
    return position ? { position, about: { kind, words }, used } : null;
  });
}
