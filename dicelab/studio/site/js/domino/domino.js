/** The page of domino grids: see a grid, and step through the explanation of its solution. */
import { announce, at, counted, fill, h, svg } from "../parts/dom.js";
import { decoded, fragmentFields } from "../parts/fragment.js";
import { openFrame, showFault } from "../parts/frame.js";
import { readDocument } from "../engine/puzzle.js";
import { Stepper } from "../parts/stepper.js";

const [CELL, EDGE] = [100, 46];

class DominoPage {
  constructor({ pips, levels, examples }) {
    this.pips = pips;
    this.stepper = new Stepper("steps", "Picture", (place) => {
      this.show(place);
      announce(`${at("title").textContent}. ${at("text").textContent}`);
    });
    at("pips").onchange = () => this.draw();
    at("whole").onchange = () => {
      this.draw();
      if (at("whole").checked) announce(at("grid").getAttribute("aria-label"));
    };
    const option = (one) => h("option", { value: examples.indexOf(one) },
      `${one.level}, ${one.rows} × ${one.columns}, ${counted(one.steps.length, "step")}`);
    fill(at("examples"), levels.map((label) =>
      h("optgroup", { label }, examples.filter((one) => one.level === label).map(option))));
    at("examples").onchange = () => this.open(examples[at("examples").value]);
    at("bench").hidden = false;
  }

  /** With the server there are also new grids, and those of the visitor. */
  serve({ domino }) {
    [at("no-server").hidden, at("served").hidden] = [true, false];
    const wanted = () => ({ order: Number(at("order").value), difficulty: at("level").value,
      seed: Math.floor(1e9 * Math.random()) });
    const find = { explain: async () => at("own").value,
      new: async () => (await domino("generate", wanted())).grids[0] };
    at("served").onclick = async (event) => {
      const target = /** @type {HTMLButtonElement} */ (event.target);
      if (!find[target.id]) return;
      at("wrong").hidden = target.disabled = true;
      await find[target.id]().then((grid) => domino("show", { grid })).then((grid) => this.open(grid))
        .catch(({ message }) => { fill(at("wrong"), message).hidden = false; });
      target.disabled = false;
    };
  }

  open(grid) {
    this.grid = grid;
    at("own").value = grid.grid;
    history.replaceState(null, "", `#grid=${encodeURIComponent(grid.grid)}`);
    at("whole").disabled = !grid.solution;
    this.show(0);
  }

  show(place) {
    const { steps, end, cells, level } = this.grid;
    const start = `${counted(cells.length / 2, "domino", "dominoes")} to place. Difficulty: ${level}.`;
    const shown = [{ title: "Step by step", text: start }, ...steps, { title: "End", text: end }];
    this.stepper.set(shown.length, { place });
    for (const part of ["title", "text"]) fill(at(part), shown[place][part]);
    at("whole").checked = false;
    this.draw();
  }

  draw() {
    const { steps, solution } = this.grid;
    const { place } = this.stepper;
    const before = steps.slice(0, Math.max(0, place - 1));
    const { placed: fresh = [], ruled_out: crossed = [] } = steps[place - 1] ?? {};
    const placed = before.flatMap((step) => step.placed);
    const covered = new Set([...placed, ...fresh].flat());
    const closed = before.flatMap((step) => step.closed);
    const barred = closed.filter((cells) => !cells.some((cell) => covered.has(cell)));
    const shown = at("whole").checked ? { placed: solution } : { placed, fresh, crossed, barred };
    drawGrid(this.grid, shown, at("pips").checked ? this.pips : []);
  }
}

/** Draw places, each of two cells: dominoes that lie there, new ones, and what is or was ruled out. */
function drawGrid({ cells, rows, columns }, { placed, fresh = [], crossed = [], barred = [] }, pips) {
  const corners = cells.map(({ row, column }) => [EDGE + CELL * column, EDGE + CELL * row]);
  const isUpright = ([a, b]) => cells[a].row !== cells[b].row;
  const word = (text, x, y, look) => svg("text", { x, y, class: look }, `${text}`);
  const number = (cell, look) => word(cells[cell].number, corners[cell][0] + 50, corners[cell][1] + 66, look);
  const ground = ({ row, column, label }, cell) => {
    const [x, y] = corners[cell];
    return [svg("rect", { x, y, width: CELL, height: CELL, class: "ground" }), number(cell, "number"),
      row ? null : word(column + 1, x + 50, 0.7 * EDGE, "head"),
      column ? null : word(label.replace(/\d+$/, ""), 0.45 * EDGE, y + 62, "head")];
  };
  const tile = (look) => (place) => {
    const dots = (cell, half) => pips[cells[cell].number]?.map(([along, across]) =>
      svg("circle", { r: 8.5, cx: CELL * (half + 0.5 + along), cy: CELL * (0.5 + across) }));
    const [x, y] = corners[place[0]];
    const transform = isUpright(place) ? `translate(${x + CELL} ${y}) rotate(90)` : `translate(${x} ${y})`;
    return svg("g", { class: look }, svg("g", { transform },
      svg("rect", { x: 5, y: 5, width: 190, height: 90, rx: 17 }), svg("path", { d: "M100 20v60" }),
      place.flatMap(dots)), place.map((cell) => (pips[cells[cell].number] ? null : number(cell, "digit"))));
  };
  // A cross or a bar stands on the border between two cells.
  const sign = (look, path) => (place) => {
    const [x, y] = [0, 1].map((axis) => (corners[place[0]][axis] + corners[place[1]][axis] + CELL) / 2);
    const bar = isUpright(place) ? "m-24 0h48" : "m0 -24v48";
    return svg("path", { class: look, d: `M${x} ${y}${path ?? bar}` });
  };
  fill(at("grid"), cells.flatMap(ground), barred.map(sign("barred")), placed.map(tile("tile")),
    fresh.map(tile("tile fresh")), crossed.map(sign("crossed", "m-13 -13l26 26m0 -26l-26 26")));
  const name = ([a, b]) => `${[cells[a].number, cells[b].number].sort((x, y) => x - y).join("-")} at ${
    cells[a].label}-${cells[b].label}`;
  const named = (words, places) => (places.length ? `; ${words}: ${places.map(name).join(", ")}` : "");
  at("grid").setAttribute("viewBox", `0 0 ${EDGE + CELL * columns + 4} ${EDGE + CELL * rows + 4}`);
  at("grid").setAttribute("aria-label", `Grid of ${rows} rows and ${columns} columns${
    named("dominoes", placed) || "; no dominoes yet"}${named("new", fresh)}${named("ruled out", crossed)}`);
}

async function open() {
  const { studio } = await openFrame();
  const known = await readDocument("data/domino.json", "dicelab/studio-domino/1");
  const page = new DominoPage(known);
  const asked = decoded(fragmentFields(location.hash).grid ?? "");
  const first = Math.max(0, known.examples.findIndex((one) => one.grid === asked));
  at("examples").value = String(first);
  page.open(known.examples[first]);
  if (studio.server) page.serve((await import("../engine/http.js")).openHttpEngine(null));
}

open().catch(showFault);
