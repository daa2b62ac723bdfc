/** "Check my dice": type or tap the faces of a box, learn which die is wrong, and how to mend it. */

import { DiceSet } from "./dice.js";
import { announce, counted, h } from "./dom.js";
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
      "aria-describedby": wrong.id, onfocus: () => choose(die), oninput: () => read(die), onpaste: (event) => paste(event, die) });
    return { input, wrong, faces: [], row: h("li", {}, h("label", { for: input.id }, `Die ${die + 1}`), input, wrong) };
  });
  let chosen = 0;

  function choose(die) {
    chosen = die;
    lines.forEach(({ row }, number) => row.classList.toggle("chosen", number === die));
    mark();
  }

  function read(die) {
    const { input, wrong } = lines[die];
    try {
      lines[die].faces = DiceSet.parse(input.value, puzzle).dice[0];
      wrong.textContent = "";
    } catch (error) {
      lines[die].faces = [];
      wrong.textContent = error.message.replace("Die 1", "This die");
    }
    wrong.hidden = !wrong.textContent;
    input.setAttribute("aria-invalid", String(!wrong.hidden));
    mark();
  }

  function write(texts, from = 0) {
    texts.slice(0, lines.length - from).forEach((text, number) => {
      lines[from + number].input.value = text.trim();
      read(from + number);
    });
  }

  /** Several lines, or dice with | between them, go to one die each. */
  function paste(event, die) {
    const texts = (event.clipboardData?.getData("text") ?? "").split(/[|\n]+/).filter((text) => text.trim());
    if (texts.length < 2) return;
    event.preventDefault();
    write(texts, die);
  }

  function mark() {
    const { faces } = lines[chosen];
    board.marks = new DiceSet(puzzle, lines.map((line) => line.faces)).owners().map((dice, cell) => {
      const times = faces.filter((other) => other === cell).length;
      const about = dice.length ? `on ${diceNames(dice)}` : "on no die";
      const small = times > 1 ? `×${times}` : dice.map((die) => die + 1).join("+");
      return { ...(times ? dieMark(puzzle, chosen) : {}), small, about };
    });
  }

  board.addEventListener("paint", ({ detail: { cell, start } }) => {
    if (!start) return;
    write([`${lines[chosen].input.value} ${puzzle.label(cell)}`], chosen);
    announce(`Die ${chosen + 1}: ${lines[chosen].input.value}`);
  });

  function check() {
    const die = lines.findIndex(({ wrong, faces }) => !wrong.hidden || !faces.length);
    const set = new DiceSet(puzzle, lines.map(({ faces }) => faces), "my dice");
    if (die < 0) {
      work.run("Looking at all rolls …", (options) => report(page, set, options));
    } else {
      work.show(fault(`Die ${die + 1}: ${lines[die].wrong.textContent || "it has no face yet. Write all dice first."}`));
      lines[die].input.focus();
    }
  }

  choose(0);
  return { body: [
    h("p", {}, "Write what each die shows, or choose a die and tap its faces on the board. The order of the dice and of their "
      + "faces does not matter."),
    h("div", { class: "my-dice" }, h("ol", {}, lines.map(({ row }) => row)), board),
    h("p", { class: "row" }, h("button", { type: "button", class: "main", onclick: check }, "Check my dice"),
      h("button", { type: "button", onclick: () => write(page.set.dice.map((faces) => puzzle.labels(faces))) },
        "Copy the painted dice"),
      h("button", { type: "button", onclick: () => write(lines.map(() => "")) }, "Clear")),
    work.element,
  ] };
}

async function report(page, set, { signal, progress }) {
  if (set.trouble) throw new Error(set.trouble);
  const verdict = await page.engine.verdict(set.dice, { shared: true, signal, progress });
  const nearest = nearestKnownSet(set.dice, page.puzzle);
  const equal = equalDice(set.dice);
  const sentence = [
    ...equal.map((pair) => `${diceNames(pair).replace("d", "D")} are the same.`),
    nearest?.faces === 0 ? `These are the dice of the set ${knownName(nearest)}.` : "",
    verdictSentence(verdict),
  ].filter(Boolean).join(" ");
  announce(sentence);
  return [
    h("p", { class: `verdict ${verdict.failing ? "bad" : verdict.complete && verdict.boards && !equal.length ? "good" : ""}` },
      verdict.failing ? `✗ ${sentence}` : sentence),
    h("ul", {}, oddities(set, equal).map((text) => h("li", {}, text))),
    nearest?.faces ? nearestPart(page, set, nearest, equal) : [],
    verdict.failing ? [h("h3", {}, "Boards that cannot be filled"),
      boardRow(page, set, verdict.examples.slice(0, MOST_DRAWN).map((board) => ({ board }))), mendPart(page, set)] : [],
    h("p", { class: "row" }, takeButton(page, set, "Take my dice to the painting board")),
  ].flat(2);
}

/** Things that are odd without being wrong. */
function oddities(set, equal) {
  const counts = set.dice.map((faces) => faces.length);
  const usual = counts.find((count, die) => counts.indexOf(count) !== die);
  const other = counts.findIndex((count) => count !== usual);
  const [shared, ...more] = [...set.owners().entries()].filter(([, dice]) =>
    dice.length > 1 && !equal.some((pair) => dice.every((die) => pair.includes(die))));
  return [
    usual && usual <= 12 && other >= 0 ? `Die ${other + 1} has ${counted(counts[other], "face")} and other dice have ${usual}.` : "",
    shared ? `${set.puzzle.label(shared[0])} is on ${diceNames(shared[1])}${
      more.length ? `, and ${counted(more.length, "more cell")} on several dice as well` : ""}.` : "",
  ].filter(Boolean);
}

function knownName({ known, isImage }) {
  return `“${known.title}”${isImage ? ", turned or mirrored" : ""}`;
}

/** What each die should be so that the dice are the nearest known set. */
function nearestPart(page, set, nearest, equal) {
  const { puzzle } = page;
  const lines = nearest.dice.flatMap((wanted, die) => {
    const { drop, add, faces } = difference(set.dice[die], wanted);
    const pair = equal.find((dice) => dice.includes(die));
    const name = pair ? `One of ${diceNames(pair)}` : `Die ${die + 1}`;
    if (!faces) return [];
    return faces > 2 || drop.length !== add.length ? `${name} should be ${puzzle.labels(wanted)}.`
      : `${name} should show ${puzzle.labels(add)} instead of ${puzzle.labels(drop)}.`;
  });
  const isFar = 2 * nearest.faces > set.dice.flat().length;
  return [
    h("h3", {}, `The nearest known set: ${knownName(nearest)}`),
    isFar ? h("p", {}, "Your dice are far from every known set: perhaps they are of another game.") : null,
    h("p", {}, `To get it, write ${counted(nearest.faces, "face")} anew:`),
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
    h("p", {}, h("button", { type: "button", onclick: start }, "Try one face, then two")), work.element,
    repairPart(page, set),
  ];
}

function mendsFound(page, set, { faces, mends, exact }) {
  const { puzzle } = page;
  const doubt = exact ? "" : " Some changes could not be decided here, so a smaller mend may be there.";
  if (!faces) return [h("p", {}, exact ? "No change of one or two faces is enough: all were tried." : `None was found.${doubt}`)];
  const take = (mend, text) => takeButton(page, mended(set, mend), text);
  const words = (mend) => mend.map(({ die, from, to }) =>
    `on die ${die + 1} write ${puzzle.label(to)} instead of ${puzzle.label(from)}`).join(", and ");
  const shown = [
    h("p", {}, faces === 1 ? "One face is enough: " : "One face is not enough, but two are: ", `${words(mends[0])}.${doubt}`),
    h("div", { class: "one" }, smallBoard(page, "The dice after this mend", mended(set, mends[0]),
      { rings: mends[0].map(({ to }) => to) })),
    h("p", {}, take(mends[0], "Take this mend to the painting board")),
  ];
  if (faces === 2) {
    return [...shown, h("details", {}, h("summary", {}, "Other changes of two faces"), h("ul", {}, mends.slice(1, 9).map((mend) =>
      h("li", {}, `${words(mend)} `, take(mend, "Take it")))))];
  }
  const groups = new Map(mends.map(([{ die, from }]) => [`Die ${die + 1}, instead of ${puzzle.label(from)}:`, []]));
  for (const mend of mends) groups.get(`Die ${mend[0].die + 1}, instead of ${puzzle.label(mend[0].from)}:`).push(mend);
  return [...shown, h("details", {}, h("summary", {}, `All ${counted(mends.length, "change")} of one face that are enough`),
    h("p", { class: "hint" }, "First come cells that are on no die; a cell takes the mended set to the painting board."),
    [...groups].map(([title, group]) => h("p", { class: "row" }, title,
      group.map((mend) => take(mend, puzzle.label(mend[0].to))))))];
}
