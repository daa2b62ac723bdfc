/** What the cells of the painting board do: how much each is to blame, or whether it is safe for the chosen die. */
import { at, counted, fill, grouped, setState } from "../parts/dom.js";
import { diceMarks } from "../parts/marks.js";
import { blameOf } from "./blame.js";

const SAFETY = { safe: { sign: "✓", kind: "good" }, unsafe: { sign: "✗", kind: "bad" }, unknown: { sign: "?", kind: "" } };

export function mountMap(page) {
  const [toggle, board] = [at("map"), at("paint")];
  let [isOn, shown] = [false, null];

  function draw() {
    const isFresh = isOn && shown?.set.equals(page.set) && (shown.die === null || shown.die === page.die);
    fill(at("map-words"), isFresh ? shown.words : isOn ? "Looking …" : "");
    at("figures").hidden = isOn;
    at("map-words").hidden = !isOn;
    if (isFresh) board.marks = shown.marks;
  }

  async function update() {
    const { engine, puzzle, set, die, report: { verdict, signal } } = page;
    const isBlame = Boolean(verdict?.failing);
    const isChosen = isBlame || die >= 0;
    let found = null;
    if (isOn && isChosen && (isBlame || !set.misplaced)) {
      found = await (isBlame ? blameOf(page) : engine.safety(set.dice, die, { signal })).catch(() => null);
      if (page.set !== set || (!isBlame && page.die !== die)) return;
    }
    const nothing = die < 0 ? "Choose a die to see its safe cells." : "Nothing is known of these dice.";
    shown = isBlame && found ? { set, die: null, ...blameMarks(set, found) }
      : found ? { set, die, ...safetyMarks(puzzle, set, die, found) }
        : { set, die, words: nothing, marks: diceMarks(set) };
    draw();
  }

  toggle.onclick = () => {
    isOn = !isOn;
    setState(toggle, "pressed", isOn);
    board.marks = diceMarks(page.set);
    shown = null;
    draw();
    update();
  };
  let die = page.die;
  page.on("draw", () => {
    if (!isOn) return;
    draw();
    if (die === (die = page.die) || page.report.isChecking) return;
    update();
  });
  page.on("rest", () => isOn && update());
}

function blameMarks(set, { failing, cells }) {
  const most = Math.max(...cells);
  const marks = diceMarks(set).map(({ small, about }, cell) => ({ small,
    about: `${about}, in ${counted(cells[cell], "failing roll")}`,
    ...(cells[cell] ? { text: grouped(cells[cell]), ink: "var(--ink)",
      fill: `color-mix(in srgb, var(--heat) ${Math.round(100 * (cells[cell] / most) ** 0.7)}%, var(--cell))` } : {}) }));
  return { marks, words: failing === 1 ? "The failing roll." : "Failing rolls with each cell." };
}

function safetyMarks(puzzle, set, die, found) {
  const marks = diceMarks(set).map((mark, cell) => {
    const { sign, kind } = SAFETY[found[cell]] ?? {};
    if (!sign) return mark;
    const free = !mark.fill && kind && { fill: `var(--${kind}-paper)`, ink: `var(--${kind})` };
    return { ...mark, ...free, small: `${mark.small ?? ""}${sign}`, about: `${mark.about}, ${found[cell]} for die ${die + 1}` };
  });
  const number = (kind) => found.filter((one) => one === kind).length;
  const unknown = number("unknown") ? `, ? ${number("unknown")} unknown` : "";
  return { marks, words: `Die ${die + 1}: ✓ ${number("safe")} safe, ✗ ${number("unsafe")} unsafe${unknown}.` };
}
