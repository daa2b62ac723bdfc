/** The page of domino grids: see a grid, and step through the explanation of its solution. */

import { fragmentFields } from "./dice.js";
import { announce, counted, fill, h } from "./dom.js";
import { DominoGrid } from "./domino-grid.js";
import { openFrame, showFault } from "./frame.js";
import { Stepper } from "./stepper.js";

const SECONDS = 2;
const SCHEMA = "dicelab/studio-domino/1";
const at = (id) => document.getElementById(id);

class DominoPage {
  constructor({ pips, levels, examples }) {
    Object.assign(this, { pips, picture: new DominoGrid(at("grid")) });
    this.stepper = new Stepper("Picture", (place) => this.go(place), { hasSlider: true });
    at("steps").append(this.stepper.element);
    at("play").onclick = () => (this.timer ? this.stop() : this.start());
    at("whole").onclick = () => this.toggle();
    at("pips").onchange = () => this.draw();
    const option = (one) => h("option", { value: examples.indexOf(one) },
      `${one.level}, ${one.rows} × ${one.columns}, ${counted(one.steps.length, "step")}`);
    fill(at("examples"), levels.map((level) => h("optgroup", { label: level },
      examples.filter((one) => one.level === level).map(option))));
    at("examples").onchange = () => this.open(examples[at("examples").value]);
    at("bench").hidden = false;
  }

  /** With the server there are also new grids, and those of the visitor. */
  serve(server) {
    at("no-server").hidden = true;
    at("served").hidden = false;
    const attempt = (id, find) => {
      at(id).onclick = async () => {
        at("wrong").hidden = at(id).disabled = true;
        try {
          this.open(await server.domino("show", { grid: await find() }));
        } catch (error) {
          fill(at("wrong"), error.message).hidden = false;
        }
        at(id).disabled = false;
      };
    };
    attempt("explain", () => at("own").value);
    attempt("new", async () => {
      const wanted = { order: Number(at("order").value), difficulty: at("level").value };
      return (await server.domino("generate", { ...wanted, seed: Math.floor(1e9 * Math.random()) })).grids[0];
    });
  }

  open(grid) {
    this.stop();
    this.grid = grid;
    at("own").value = grid.grid;
    history.replaceState(null, "", `#grid=${encodeURIComponent(grid.grid)}`);
    at("whole").disabled = !grid.solution;
    this.show(0);
  }

  /** Go to a picture because somebody asked for it: it is also said aloud. */
  go(place) {
    this.stop();
    this.show(place);
    announce(`${at("title").textContent}. ${at("text").textContent}`);
  }

  show(place) {
    const { steps, end, cells, level } = this.grid;
    const start = `${counted(cells.length / 2, "domino", "dominoes")} to place. Difficulty: ${level}.`;
    this.stepper.set(steps.length + 2, { place });
    fill(at("title"), steps[place - 1]?.title ?? (place ? "End" : "Start"));
    fill(at("text"), steps[place - 1]?.text ?? (place ? end : start));
    this.mark(false);
  }

  /** Draw the picture, or the whole solution. */
  mark(isWhole) {
    at("whole").setAttribute("aria-pressed", String(isWhole));
    fill(at("whole"), isWhole ? "Hide the solution" : "Show the solution");
    this.draw();
  }

  get isWhole() {
    return at("whole").getAttribute("aria-pressed") === "true";
  }

  draw() {
    const { steps, solution } = this.grid;
    const pips = at("pips").checked ? this.pips : null;
    if (this.isWhole) return this.picture.show(this.grid, { placed: solution }, pips);
    const { place } = this.stepper;
    const before = steps.slice(0, Math.max(0, place - 1));
    const { placed: fresh = [], ruled_out: crossed = [] } = steps[place - 1] ?? {};
    const placed = before.flatMap((step) => step.placed);
    const covered = new Set([...placed, ...fresh].flat());
    const isBare = ([a, b]) => !covered.has(a) && !covered.has(b);
    const barred = before.flatMap((step) => step.closed).filter(isBare);
    return this.picture.show(this.grid, { placed, fresh, crossed, barred }, pips);
  }

  toggle() {
    this.stop();
    this.mark(!this.isWhole);
    announce(this.isWhole ? at("grid").getAttribute("aria-label") : "The solution is hidden.");
  }

  start() {
    const last = this.grid.steps.length + 1;
    if (this.stepper.place === last) this.show(0);
    fill(at("play"), "Pause");
    this.timer = setInterval(() => {
      this.show(this.stepper.place + 1);
      if (this.stepper.place === last) this.stop();
    }, 1000 * SECONDS);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    fill(at("play"), "Play");
  }
}

async function open() {
  const { studio } = await openFrame();
  const answer = await fetch("data/domino.json");
  const known = answer.ok ? await answer.json() : {};
  if (known.schema !== SCHEMA) throw new Error("The domino grids could not be read: reload the page.");
  const page = new DominoPage(known);
  const asked = decodeURIComponent(fragmentFields(location.hash).grid ?? "");
  const first = Math.max(0, known.examples.findIndex((one) => one.grid === asked));
  at("examples").value = first;
  page.open(known.examples[first]);
  if (!studio.server) return;
  const { HttpEngine } = await import("./http.js");
  page.serve(new HttpEngine(null));
}

open().catch(showFault);
