/** "Check my dice": type or tap the faces of a box, learn which die is wrong, and how to mend it. */
import { DiceSet } from "../parts/dice.js";
import { announce, at, counted, h, setState } from "../parts/dom.js";
import { diceMarks, dieMark } from "../parts/marks.js";
import { difference, equalDice, mended, nearestKnownSet, smallestMend } from "./mending.js";
import { boardRow, dicePicture, takeButton, Work } from "./panel-parts.js";
import { begin } from "./searches.js";

const numbers = (dice) => dice.map((die) => die + 1).join(" and ");
const knownName = ({ known, isImage }) => `“${known.title}”${isImage ? ", turned or mirrored" : ""}`;

export function mountCheck(page) {
  const { puzzle } = page;
  const [form, board] = [at("my-dice"), at("my-board")];
  const [checking, mending] = [new Work(at("my-report")), new Work(at("mends"))];
  const lines = Array.from({ length: puzzle.blockers }, (_, die) => {
    const wrong = h("p", { class: "fault", id: `my-fault-${die}` });
    const input = h("input", { type: "text", id: `my-die-${die}`, autocomplete: "off", required: true,
      "aria-describedby": wrong.id, onfocus: () => choose(die), oninput: () => write(die, input.value) });
    const row = h("li", {}, h("label", { for: input.id }, `Die ${die + 1}`), input, wrong);
    return { row, input, wrong, faces: [] };
  });
  let chosen = 0;
  const mine = () => new DiceSet(puzzle, lines.map(({ faces }) => faces), "my dice");

  function choose(die) {
    chosen = die;
    lines.forEach(({ row }, number) => row.classList.toggle("chosen", number === die));
    board.marks = diceMarks(mine()).map(({ small, about }, cell) =>
      ({ small, about, ...(lines[die].faces.includes(cell) ? dieMark(puzzle, die) : {}) }));
  }

  function write(die, text) {
    const line = lines[die];
    const { input, wrong } = line;
    if (input.value !== text) input.value = text;
    try {
      [line.faces] = DiceSet.parse(text, puzzle).dice;
      wrong.textContent = "";
    } catch ({ message }) {
      line.faces = [];
      wrong.textContent = message.replace("Die 1", "This die");
    }
    // The browser checks nothing as long as a die is wrong, and leads there.
    input.setCustomValidity(wrong.textContent);
    setState(input, "invalid", wrong.textContent);
    at("mend").hidden = true;
    choose(chosen);
  }

  at("my-lines").append(...lines.map(({ row }) => row));
  board.puzzle = puzzle;
  board.addEventListener("paint", ({ detail: { cell, start } }) => {
    if (!start) return;
    write(chosen, `${lines[chosen].input.value} ${puzzle.label(cell)}`.trim());
    announce(`Die ${chosen + 1}: ${lines[chosen].input.value}`);
  });
  form.onsubmit = (event) => {
    event.preventDefault();
    mending.show();
    checking.run("Looking at all rolls …", (options) => report(page, mine(), options));
  };
  form.onreset = () => lines.forEach((_, die) => write(die, ""));
  at("copy-painted").onclick = () => page.set.dice.forEach((faces, die) => write(die, puzzle.labels(faces)));
  at("take-mine").onclick = () => page.change(mine(), "Your dice are on the painting board.");
  at("mend-here").onclick = () =>
    mending.run("Trying other faces …", (options) => mends(page, mine(), options));
  at("mend-fully").onclick = () => mending.run("Starting …", () =>
    begin(page, { verb: "repair", seconds: 120 }, mine(), at("mend-jobs")));
  choose(0);
}

async function report(page, set, options) {
  const { verdict, words } = await page.judged(set, options);
  const { boards, complete, examples, failing } = verdict ?? {};
  const nearest = nearestKnownSet(set.dice, page.puzzle);
  const equal = equalDice(set.dice);
  const shared = equal.length ? [] : [...set.owners().entries()].filter(([, dice]) => dice.length > 1);
  const sentence = [...equal.map((pair) => `Dice ${numbers(pair)} are the same.`),
    ...shared.map(([cell, dice]) => `${page.puzzle.label(cell)} is on dice ${numbers(dice)}.`),
    nearest?.faces === 0 ? `These are the dice of the set ${knownName(nearest)}.` : "", words,
  ].filter(Boolean).join(" ");
  announce(sentence);
  at("mend").hidden = !failing;
  const kind = failing || !verdict ? "bad" : complete && boards ? "good" : "";
  const isNear = nearest?.faces && 2 * nearest.faces <= set.dice.flat().length;
  return [
    h("p", { class: `verdict ${kind}` }, { bad: "✗ ", good: "✓ " }[kind], sentence),
    isNear ? nearestPart(page, set, nearest, equal) : null,
    failing ? h("h3", {}, "Boards that cannot be filled") : null,
    failing ? boardRow(page, set, examples.slice(0, 6).map((board) => ({ board }))) : null,
  ];
}

/** What each die should be so that the dice are the nearest known set. */
function nearestPart(page, set, nearest, equal) {
  const { puzzle } = page;
  const lines = nearest.dice.flatMap((wanted, die) => {
    const { drop, add, faces } = difference(set.dice[die], wanted);
    const pair = equal.find((dice) => dice.includes(die));
    const name = pair ? `One of dice ${numbers(pair)}` : `Die ${die + 1}`;
    const change = faces > 2 || drop.length !== add.length ? `be ${puzzle.labels(wanted)}`
      : `show ${puzzle.labels(add)} instead of ${puzzle.labels(drop)}`;
    return faces ? [h("li", {}, `${name} should ${change}.`)] : [];
  });
  return [
    h("h3", {}, `The nearest known set: ${knownName(nearest)}`),
    h("p", {}, `To get it, write ${counted(nearest.faces, "face")} anew:`),
    h("ul", { class: "nearest" }, lines),
    h("p", {}, takeButton(page, set.with(nearest.dice, nearest.isImage ? "" : nearest.known.name))),
  ];
}

async function mends(page, set, options) {
  const { faces, mends: found, exact } = await smallestMend(set, page.engine, options);
  const label = (cell) => page.puzzle.label(cell);
  const words = faces ? `${faces === 1 ? "One face is" : "Two faces are"} enough. Choose one of the best:`
    : `No change of one or two faces is enough: ${exact ? "all" : "nearly all"} were tried.`;
  announce(words);
  return [h("p", {}, words), h("ul", { class: "boards" }, found.slice(0, 6).map((mend) => {
    const made = mended(set, mend);
    const changes = mend.map(({ die, from, to }) => `Die ${die + 1}: ${label(to)} instead of ${label(from)}`);
    const picture = dicePicture(page, changes.join(". "), made, mend.map(({ to }) => to));
    return h("li", {}, picture, takeButton(page, made, changes.join(". ")));
  }))];
}
