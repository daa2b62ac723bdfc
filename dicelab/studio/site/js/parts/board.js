/** <cell-board>: the board of a puzzle on any lattice, to look at, to click and to paint. */
import { fill, svg, write } from "./dom.js";
import { outline, pieceShape } from "./piece-shape.js";

export const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** Space around the cells; characters that are typed within so many milliseconds are one label. */
const [MARGIN, TYPING] = [4, 1200];
/** Milliseconds that a finger rests on a cell before it paints a stroke, and pixels that it may tremble meanwhile. */
const [REST, TREMBLE] = [350, 8];

// `marks` have for a cell nothing or {fill, ink, text, large, small, ring, about}; `pieces`, [{cells, fill,
// ink, label}], lie on top. If it is `editable`, cells can be reached by keyboard, and it sends "paint" with
// {cell, start} for each cell that is touched, and "stroke" at the end of what a touch with `start` began.
// A finger that swipes scrolls the page; a tap touches one cell, and a finger that rests first begins a stroke.
export class CellBoard extends HTMLElement {
  #puzzle = null;
  #marks = [];
  #groups = [];
  #words = [];
  #preview = null;
  #focused = 0;
  #typed = { text: "", until: 0 };
  #last = null;
  #finger = null;

  get puzzle() { return this.#puzzle; }
  set puzzle(puzzle) {
    [this.#puzzle, this.#marks] = [puzzle, []];
    this.#draw();
  }

  set marks(marks) {
    this.#groups.forEach((group, cell) => {
      const [old, mark] = [this.#marks[cell], marks[cell] ?? {}];
      this.#marks[cell] = mark;
      this.#mark(group, cell, mark, old);
    });
  }

  set pieces(pieces) {
    const { cells: all, inradius } = this.#puzzle;
    fill(this.querySelector(".pieces"), pieces.map(({ cells, ...look }) =>
      pieceShape(cells.map((cell) => all[cell].polygon), look, inradius)));
  }

  /** Show where a piece would lie: {polygons, corner, fill, isWrong}, or null. A move draws nothing anew. */
  set preview(preview) {
    const shown = this.querySelector(".preview");
    if (preview?.polygons !== this.#preview?.polygons || preview?.fill !== this.#preview?.fill) {
      const cells = preview?.polygons.map((corners) => svg("polygon", { points: corners.join(" ") }));
      const border = preview && svg("path", { d: outline(preview.polygons) });
      fill(shown, preview && [svg("g", { fill: preview.fill }, cells), border]);
    }
    this.#preview = preview;
    if (preview) shown.setAttribute("transform", `translate(${preview.corner.join(" ")})`);
    shown.classList.toggle("wrong", Boolean(preview?.isWrong));
  }

  /** The cell that has the focus, or gets it when the board does. */
  get focused() { return this.#focused; }

  /** Give the focus to a cell. */
  focusCell(cell = this.#focused, preventScroll = false) {
    this.#groups[this.#focused].setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#groups[cell].setAttribute("tabindex", "0");
    this.#groups[cell].focus({ preventScroll });
  }

  /** Take a character that has done something else for the beginning of a label, too. */
  begin(text, { timeStamp }) { this.#typed = { text, until: timeStamp + TYPING }; }

  /** Whether a character goes on with a label that was begun. */
  goesOn(key, { timeStamp }) {
    const { text, until } = this.#typed;
    return Boolean(text) && timeStamp < until && this.#named(text + key) >= 0;
  }

  get #editable() { return this.hasAttribute("editable"); }

  #draw() {
    const { width, height, cells } = this.#puzzle;
    const role = this.#editable ? "application" : "img";
    this.#groups = cells.map(({ polygon, label }, cell) => {
      const use = this.#editable ? { role: "button", tabindex: cell ? "-1" : "0", "aria-label": label } : {};
      return svg("g", { class: "cell", "data-cell": cell, ...use }, svg("polygon", { points: polygon.join(" ") }));
    });
    this.#words = cells.map(() => ({}));
    const viewBox = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" ");
    const listeners = this.#editable && {
      onpointerup: () => this.#ended(this.#finger?.cell), onpointercancel: () => this.#ended(),
      onpointerdown: (event) => this.#down(event), onpointermove: (event) => this.#moved(event),
      // The page stands still under a stroke, and a finger that rests opens no menu.
      ontouchmove: (event) => this.#last !== null && event.cancelable && event.preventDefault(),
      oncontextmenu: (event) => (this.#finger ?? this.#last) !== null && event.preventDefault(),
      onkeydown: (event) => this.#key(event) };
    const label = this.getAttribute("label") ?? "Board";
    fill(this, svg("svg", { viewBox, role, "aria-label": label, class: "board", ...listeners },
      svg("g", { class: "cells" }, this.#groups),
      // Words stand apart from the cells, since those who listen are told more than two short words.
      svg("g", { class: "words", "aria-hidden": "true" }),
      svg("g", { class: "pieces", "aria-hidden": "true" }),
      svg("g", { class: "preview", "aria-hidden": "true" })));
  }

  /** Draw a mark where another one was drawn, or none yet: only what differs. */
  #mark(group, cell, mark, old) {
    const differ = (...names) => !old || names.some((name) => mark[name] !== old[name]);
    const [shape, ring] = group.children;
    const { inradius, cells: { [cell]: { label, middle: [, y] } } } = this.#puzzle;
    if (differ("fill")) {
      shape.style.fill = mark.fill ?? "";
      group.classList.toggle("marked", Boolean(mark.fill));
    }
    if (mark.ring && !ring) group.append(this.#ring(cell));
    if (ring && differ("ring")) ring.classList.toggle("shown", Boolean(mark.ring));
    if (differ("text", "large", "ink") || Boolean(mark.small) !== Boolean(old?.small)) {
      const text = mark.text ?? label;
      const size = Math.min((mark.large ? 1.15 : 0.62) * inradius, (2.3 * inradius) / Math.max(text.length, 2));
      this.#write(cell, "word", text, size, y + (mark.small ? -0.02 : 0.36) * size, mark.ink);
    }
    if (differ("small", "ink")) this.#write(cell, "small", mark.small ?? "", 0.42 * inradius, y + 0.62 * inradius, mark.ink);
    if (this.#editable && differ("about")) {
      group.setAttribute("aria-label", mark.about ? `${label}, ${mark.about}` : label);
    }
  }

  #ring(cell) {
    const { polygon, middle: [x, y] } = this.#puzzle.cells[cell];
    const points = polygon.map(([right, down]) => [x + (right - x) * 0.86, y + (down - y) * 0.86]).join(" ");
    return svg("polygon", { points, class: "ring shown" });
  }

  /** Write the text of a cell, "word" or "small": an element is made when there is something to write. */
  #write(cell, kind, text, size, y, ink = "") {
    const words = this.#words[cell];
    if (!text && !words[kind]) return;
    if (!words[kind]) {
      words[kind] = svg("text", { class: kind, "data-of": cell, x: this.#puzzle.cells[cell].middle[0] });
      this.querySelector(".words").append(words[kind]);
    }
    write(words[kind], text);
    words[kind].style.fill = ink;
    for (const [name, value] of [["font-size", size], ["y", y]]) {
      if (words[kind].getAttribute(name) !== String(value)) words[kind].setAttribute(name, value);
    }
  }

  #touch(cell, start) {
    this.#last = cell;
    this.dispatchEvent(new CustomEvent("paint", { detail: { cell, start } }));
  }

  #down(event) {
    const cell = cellOf(event.target);
    if (cell < 0 || event.button > 0 || !event.isPrimary) return;
    const { currentTarget: board, pointerId, clientX, clientY } = event;
    const begin = () => {
      this.#finger = null;
      // The board hears of the end of a stroke, wherever the pointer is by then.
      board.setPointerCapture(pointerId);
      this.focusCell(cell, true);
      this.#touch(cell, true);
    };
    if (event.pointerType !== "mouse") {
      const rested = () => {
        board.classList.add("painting");
        begin();
      };
      this.#finger = { cell, at: [clientX, clientY], timer: setTimeout(rested, REST) };
      return;
    }
    event.preventDefault();
    begin();
  }

  #moved(event) {
    if (this.#finger) {
      const [x, y] = this.#finger.at;
      if (Math.hypot(event.clientX - x, event.clientY - y) > TREMBLE) this.#ended();
    }
    if (this.#last === null || !(event.buttons & 1)) return;
    const places = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of places.length ? places : [event]) {
      const cell = cellOf(document.elementFromPoint(clientX, clientY));
      if (cell >= 0 && cell !== this.#last) this.#touch(cell, false);
    }
  }

  /** The pointer goes up, perhaps after a tap on a cell. */
  #ended(tapped) {
    clearTimeout(this.#finger?.timer);
    this.#finger = null;
    if (tapped !== undefined) {
      this.focusCell(tapped, true);
      this.#touch(tapped, true);
    }
    if (this.#last === null) return;
    this.#last = null;
    this.firstElementChild.classList.remove("painting");
    this.dispatchEvent(new CustomEvent("stroke"));
  }

  #key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = event.timeStamp < this.#typed.until ? this.#typed.text : "";
    this.#typed.text = "";
    if (/^[\p{L}\p{N}]$/u.test(key)) {
      // The character goes on with what was typed before, or else a label begins with it.
      if (this.#type(typed + key, event) || this.#type(key, event)) event.stopPropagation();
      return;
    }
    if (key === "Enter" || key === " ") {
      this.#touch(this.#focused, true);
      this.#ended();
    } else if (ARROWS[key]) this.focusCell(this.#puzzle.beside(this.#focused, ARROWS[key]));
    else if (key === "Home" || key === "End") this.focusCell(key === "Home" ? 0 : this.#groups.length - 1);
    else return;
    event.preventDefault();
  }

  /** The cell whose label equals the typed text, or begins with it; -1 where there is none. */
  #named(text) {
    const begins = ({ label }) => label.toUpperCase().startsWith(text.toUpperCase());
    return this.#puzzle.cell(text) ?? this.#puzzle.cells.findIndex(begins);
  }

  /** Go to the cell that was typed; tell whether there is one. */
  #type(text, { timeStamp }) {
    const found = this.#named(text);
    if (found < 0) return false;
    this.#typed = { text, until: timeStamp + TYPING };
    this.focusCell(found);
    return true;
  }
}

/** The cell that an element of the picture belongs to; -1 where it belongs to none. */
export const cellOf = (element) => Number(element?.closest?.("[data-cell]")?.dataset.cell ?? -1);

customElements.define("cell-board", CellBoard);
