/** "Check my dice": type or tap the faces of a box, learn which die is wrong, and how to mend it. */

import { DiceSet } from "./dice.js";
import { announce, button, counted, h } from "./dom.js";
import { repairPart } from "./jobs.js";
import { dieMark } from "./marks.js";
import { difference, equalDice, nearestKnownSet } from "./matching.js";
import { mended, smallestMend } from "./mending.js";
import { boardRow, diceNames, fault, smallBoard, takeButton, Work } from "./panel-parts.js";
import { verdictSentence } from "./verdict-panel.js";

const MOST_DRAWN = 6;

/** The panel for owners of a box. */
export function checkPanel(page) {
  const { puzzle } = page;
  const work = new Work();
  const board = h("cell-board");
  board.setAttribute("editable", "");
  board.setAttribute("label", "Tap the faces of the chosen die");
  board.puzzle = puzzle;
  const lines = Array.from({ length: puzzle.blockers }, (_, die) => {
    const wrong = h("p", { class: "fault", id: `my-fault-${die}`, hidden: true });
    const input = h("input", { type: "text", id: `my-die-${die}`, autocomplete: "off", spellcheck: false,
      "aria-describedby": wrong.id, onfocus: () => choose(die), oninput: () => read(die) });
    return { input, wrong, faces: [], row: h("li", {}, h("label", { for: input.id }, `Die ${die + 1}`), input, wrong) };
  });
  let chosen = 0;

  function choose(die) {
    chosen = die;
    lines.forEach(({ row }, number) => row.classList.toggle("chosen", number === die));
    mark();
  }

  function read(die) {
    const line = lines[die];
    line.wrong.textContent = "";
    try {
      [line.faces] = DiceSet.parse(line.input.value, puzzle).dice;
    } catch (error) {
      line.faces = [];
      line.wrong.textContent = error.message.replace("Die 1", "This die");
    }
    line.wrong.hidden = !line.wrong.textContent;
    line.input.setAttribute("aria-invalid", String(!line.wrong.hidden));
    mark();
  }

  function write(die, text) {
    lines[die].input.value = text.trim();
    read(die);
  }

  function mark() {
    board.marks = new DiceSet(puzzle, lines.map((line) => line.faces)).owners().map((dice, cell) => {
      const times = lines[chosen].faces.filter((other) => other === cell).length;
      const small = times > 1 ? `×${times}` : dice.map((die) => die + 1).join("+");
      const about = dice.length ? `on ${diceNames(dice)}` : "on no die";
      return { ...(times ? dieMark(puzzle, chosen) : {}), small, about };
    });
  }

  board.addEventListener("paint", ({ detail: { cell, start } }) => {
    if (!start) return;
    write(chosen, `${lines[chosen].input.value} ${puzzle.label(cell)}`);
    announce(`Die ${chosen + 1}: ${lines[chosen].input.value}`);
  });

  function check() {
    const die = lines.findIndex(({ faces }) => !faces.length);
    const set = new DiceSet(puzzle, lines.map(({ faces }) => faces), "my dice");
    if (die < 0) return work.run("Looking at all rolls …", (options) => report(page, set, options));
    lines[die].input.focus();
    const message = `Die ${die + 1}: ${lines[die].wrong.textContent || "it has no face yet. Write all dice first."}`;
    return work.show(fault({ message }));
  }

  choose(0);
  return { body: [
    h("p", {}, "Write what each die shows, or choose a die and tap its faces on the board, in any order."),
    h("div", { class: "my-dice" }, h("ol", {}, lines.map(({ row }) => row)), board),
    h("p", { class: "row" }, button("Check my dice", check, { class: "main" }),
      button("Copy the painted dice", () => page.set.dice.forEach((faces, die) => write(die, puzzle.labels(faces)))),
      button("Clear", () => lines.forEach((_, die) => write(die, "")))),
    work.element,
  ] };
}

async function report(page, set, { signal, progress }) {
  const verdict = set.trouble ? { failing: 0 }
    : await page.engine.verdict(set.dice, { shared: true, signal, progress });
  const nearest = nearestKnownSet(set.dice, page.puzzle);
  const equal = equalDice(set.dice);
  const twice = [...set.owners().entries()].filter(([, dice]) => dice.length > 1 && !equal.length).slice(0, 3);
  const sentence = [
    ...equal.map((pair) => `${diceNames(pair).replace("d", "D")} are the same.`),
    ...twice.map(([cell, dice]) => `${page.puzzle.label(cell)} is on ${diceNames(dice)}.`),
    nearest?.faces === 0 ? `These are the dice of the set ${knownName(nearest)}.` : "",
    set.trouble || verdictSentence(verdict),
  ].filter(Boolean).join(" ");
  announce(sentence);
  const kind = verdict.failing || set.trouble ? "bad" : verdict.complete && verdict.boards && !equal.length ? "good" : "";
  return [
    h("p", { class: `verdict ${kind}` }, `${kind === "bad" ? "✗ " : ""}${sentence}`),
    nearest?.faces ? nearestPart(page, set, nearest, equal) : [],
    verdict.failing ? [h("h3", {}, "Boards that cannot be filled"),
      boardRow(page, set, verdict.examples.slice(0, MOST_DRAWN).map((failing) => ({ board: failing }))),
      mendPart(page, set)] : [],
    h("p", {}, takeButton(page, set, "Take my dice to the painting board")),
  ].flat(2);
}

function knownName({ known, isImage }) {
  return `“${known.title}”${isImage ? ", turned or mirrored" : ""}`;
}

/** What each die should be so that the dice are the nearest known set. */
function nearestPart(page, set, nearest, equal) {
  const { puzzle } = page;
  const title = h("h3", {}, `The nearest known set: ${knownName(nearest)}`);
  if (2 * nearest.faces > set.dice.flat().length) {
    return [title, h("p", {}, `It differs in ${nearest.faces} faces, so your dice are perhaps of another game.`)];
  }
  const lines = nearest.dice.flatMap((wanted, die) => {
    const { drop, add, faces } = difference(set.dice[die], wanted);
    const pair = equal.find((dice) => dice.includes(die));
    const name = pair ? `One of ${diceNames(pair)}` : `Die ${die + 1}`;
    if (!faces) return [];
    return faces > 2 || drop.length !== add.length ? `${name} should be ${puzzle.labels(wanted)}.`
      : `${name} should show ${puzzle.labels(add)} instead of ${puzzle.labels(drop)}.`;
  });
  return [
    title, h("p", {}, `To get it, write ${counted(nearest.faces, "face")} anew:`),
    h("ul", { class: "nearest" }, lines.map((line) => h("li", {}, line))),
    h("p", {}, takeButton(page, set.with(nearest.dice, nearest.isImage ? "" : nearest.known.name))),
  ];
}

/** The smallest change, in the page for up to two faces, and from the server for any number. */
function mendPart(page, set) {
  const work = new Work();
  const start = () => work.run("Trying other faces …", async (options) => {
    const shown = mendsFound(page, set, await smallestMend(set, page.engine, options));
    announce(shown[0].textContent);
    return shown;
  });
  return [
    h("h3", {}, "The smallest mend"),
    h("p", {}, "How few faces must be written anew so that every board can be filled?"),
    h("p", {}, button("Try one face, then two", start)), work.element, repairPart(page, set),
  ];
}

function mendsFound(page, set, { faces, mends, exact }) {
  const doubt = exact ? "" : " Some changes could not be decided here, so a smaller mend may be there.";
  if (!faces) return [h("p", {}, exact ? "No change of one or two faces is enough: all were tried." : doubt)];
  const label = (cell) => page.puzzle.label(cell);
  const [best, ...others] = mends.map((mend) => ({
    text: mend.map(({ die, from, to }) => `Die ${die + 1}: ${label(to)} instead of ${label(from)}`).join(". "),
    made: mended(set, mend), rings: mend.map(({ to }) => to),
  }));
  return [
    h("p", {}, faces === 1 ? "One face is enough. " : "One face is not enough, but two are. ", `${best.text}.${doubt}`),
    h("div", { class: "one" }, smallBoard(page, "The dice after this mend", best.made, best)),
    h("p", {}, takeButton(page, best.made, "Take this mend to the painting board")),
    others.length ? h("details", {}, h("summary", {}, faces === 1 ? `Other changes of one face that are enough: ${others.length}` : "More such changes"),
      h("ul", { class: "others" }, others.map(({ text, made }) => h("li", {}, takeButton(page, made, text))))) : null,
  ];
}
