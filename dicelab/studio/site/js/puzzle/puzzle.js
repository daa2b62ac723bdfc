/** The page on which puzzles are drawn: a board, its pieces, and the number of blockers. */
import "../parts/board.js";
import { announce, at, fill, h, store } from "../parts/dom.js";
import { fragmentFields } from "../parts/fragment.js";
import { openFrame, showFault } from "../parts/frame.js";
import { keptValue, showAside } from "../parts/kept.js";
import { OWN_KEY, isOwn } from "../parts/own-puzzles.js";
import { Drawing } from "./drawing.js";
import { readFile, writeFile } from "./file.js";
import { keyOf, shapeOf } from "./lattice.js";
import { OwnPuzzle, loadKnown } from "./own.js";
import { mountSharing } from "./sharing.js";
import { Tray } from "./tray.js";
import { mountTrial } from "./trial.js";

const DRAFT = "dicelab.puzzle-draft";
const MOST_STEPS = 200;
/** A puzzle of each lattice to begin with. */
const STARTS = {
  squares: "5x5/4:I1,I2,I3,L3,I4,O4,T4",
  triangles: "triangles@2-6,1-7,1-7,2-6/6:I1,I2,I3,I4,T4,L4",
  hexagons: "hexagons@2-6,1-7,0-8,1-7,2-6/3:I1,I2,I3,V3,T3,O4",
};
/** Places of a new board, and the most that can be asked for. */
const [ROOM, MOST] = [{ squares: [8, 8], triangles: [8, 16], hexagons: [8, 16] }, 16];

export class PuzzlePage {
  #past = [];
  #listeners = [];

  constructor(known) {
    this.known = known;
    this.own = OwnPuzzle.parse(STARTS.squares, known);
    this.size = ROOM.squares;
    this.drawing = new Drawing(at("canvas"), (points) => this.change(this.own.with({ points })));
    this.tray = new Tray(known, (pieces) => this.change(this.own.with({ pieces })));
    at("lattice").onchange = () => this.start(at("lattice").value);
    at("rows").onchange = at("columns").onchange = () => this.#resize();
    at("blockers").onchange = () => this.change(this.own.with({ blockers: Number(at("blockers").value), dice: [] }));
    at("fit").onclick = () => this.change(this.own.with({ blockers: this.own.points.length - this.own.area, dice: [] }));
    at("title").onchange = () => this.change(this.own.with({ title: at("title").value.trim() }));
    at("undo").onclick = () => this.#undo();
    document.addEventListener("keydown", (event) => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || /** @type {Element} */ (event.target).matches("input")) return;
      event.preventDefault();
      this.#undo();
    });
    at("empty").onclick = () => this.change(this.own.with({ points: [] }));
    at("full").onclick = () => this.change(this.own.with({ points: this.drawing.places }));
  }

  /** Call back with each puzzle that is drawn, and now. */
  on(callback) {
    this.#listeners.push(callback);
    callback(this.own);
  }

  /** The puzzle with its board at the top left, as it is saved. */
  get trimmed() {
    const { own } = this;
    return own.points.length ? own.with({ points: shapeOf(own.lattice, own.points), dice: own.dice }) : own;
  }

  start(name) { this.change(OwnPuzzle.parse(STARTS[name], this.known)); }

  /** Go on to another puzzle; the one before stays behind Undo. */
  change(own) {
    this.#past.push(this.own);
    this.#past.splice(0, this.#past.length - MOST_STEPS);
    this.show(own);
  }

  #undo() {
    if (this.#past.length) this.show(this.#past.pop());
    announce(`Undone. ${at("sums").textContent}`);
  }

  /** Take the rows and columns that are written; cells beyond them go. */
  #resize() {
    const { lattice, points } = this.own;
    const number = (id, most) => Math.min(most, Math.max(1, Math.floor(Number(at(id).value)) || 1));
    const wide = lattice.name === "squares" ? 1 : 2;
    this.size = [number("rows", MOST), wide * number("columns", MOST)];
    const inside = points.filter(([row, column]) => row < this.size[0] && column < this.size[1]);
    this.change(inside.length < points.length ? this.own.with({ points: inside }) : this.own);
  }

  /** Show a puzzle; the places around it stay free to draw on. */
  show(own) {
    const { lattice, points } = own;
    if (lattice !== this.own.lattice) this.size = ROOM[lattice.name];
    const least = (axis) => points.reduce((most, point) => Math.max(most, point[axis] + 1), 0);
    const wide = lattice.name === "squares" ? 1 : 2;
    this.size = [Math.max(this.size[0], least(0)), Math.ceil(Math.max(this.size[1], least(1)) / wide) * wide];
    this.own = own;
    const final = this.trimmed;
    const labels = new Map(own.points.map((point, cell) => [keyOf(point), final.labels[cell]]));
    this.drawing.show(lattice, this.size, points, (point) => labels.get(keyOf(point)) ?? "");
    this.tray.show(own);
    Object.assign(at("lattice"), { value: lattice.name });
    Object.assign(at("rows"), { value: this.size[0], max: MOST });
    Object.assign(at("columns"), { value: this.size[1] / wide, max: MOST });
    at("blockers").value = String(own.blockers);
    at("title").value = own.title;
    const { trouble } = final;
    const words = !points.length || trouble && trouble !== final.mismatch ? `${final.sums} ${trouble}` : final.sums;
    fill(at("sums"), trouble ? words : `✓ ${words}`).className = `verdict ${trouble ? "" : "good"}`;
    const fitting = points.length - own.area;
    at("fit").hidden = fitting < 0 || fitting === own.blockers;
    fill(at("fit"), `Take ${fitting} blockers`);
    at("undo").disabled = !this.#past.length;
    store(DRAFT, points.length ? writeFile(own) : "");
    for (const callback of this.#listeners) callback(own);
  }

  /** Do something, and say in the page why it could not be done. */
  async attempt(does) {
    fill(at("fault")).hidden = true;
    try {
      await does();
    } catch ({ name, message }) {
      if (name !== "AbortError") fill(at("fault"), message).hidden = false;
    }
  }
}

async function open() {
  await openFrame();
  const known = await loadKnown();
  fill(at("lattice"), known.lattices.map(({ name }) => h("option", { value: name }, name)));
  const page = new PuzzlePage(known);
  const draft = keptValue(DRAFT, (text) => readFile(text, known, true)).value;
  page.show(draft ?? page.own);
  mountSharing(page);
  mountTrial(page);
  showAside(at("damaged"), [DRAFT, OWN_KEY], "A puzzle that was kept here could not be read.", "damaged puzzles");
  at("bench").hidden = false;
  const linked = () => {
    const { puzzle } = fragmentFields(location.hash);
    if (isOwn(puzzle)) page.attempt(() => page.change(OwnPuzzle.ofId(puzzle, known)));
    if (puzzle !== undefined) history.replaceState(null, "", location.pathname);
  };
  addEventListener("hashchange", linked);
  linked();
}

open().catch(showFault);
