/** <cell-board>: the board of a puzzle on any lattice, to look at, to click and to paint. */

import { fill, svg } from "./dom.js";

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const MARGIN = 4;
/** Characters that are typed within so many milliseconds are one label. */
const TYPING = 1200;

/**
 * Properties: `puzzle`; `marks`, an array with for each cell nothing or {fill, ink, text, large, small, ring, hatch, about};
 * `pieces`, [{cells, fill, ink, label}], which lie on top. With the attribute `editable` its cells can be reached by
 * keyboard, and it sends "paint" with {cell, start} for each cell that the pointer or a key touches, where `start` tells
 * that a stroke begins, and "stroke" when one ends.
 */
export class CellBoard extends HTMLElement {
  #puzzle = null;
  #groups = [];
  #words = [];
  #focused = 0;
  #typed = "";
  #typedAt = 0;
  #last = null;
  #marks = [];

  get puzzle() {
    return this.#puzzle;
  }

  set puzzle(puzzle) {
    if (this.#puzzle === puzzle) return;
    this.#puzzle = puzzle;
    this.#marks = [];
    this.#focused = 0;
    this.#draw();
  }

  set marks(marks) {
    const old = this.#marks;
    this.#marks = this.#groups.map((_, cell) => marks[cell] ?? {});
    this.#groups.forEach((group, cell) => {
      const mark = this.#marks[cell];
      if (!old[cell] || JSON.stringify(mark) !== JSON.stringify(old[cell])) this.#mark(group, cell, mark);
    });
  }

  set pieces(pieces) {
    fill(this.querySelector(".pieces"), pieces.map((piece) => this.#piece(piece)));
  }

  get editable() {
    return this.hasAttribute("editable");
  }

  /** Move the keyboard to a cell. */
  focusCell(cell, { scroll = true } = {}) {
    this.#groups[this.#focused]?.setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#groups[cell].setAttribute("tabindex", "0");
    this.#groups[cell].focus({ preventScroll: !scroll });
  }

  #draw() {
    const { width, height, cells } = this.#puzzle;
    const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" ");
    this.#groups = cells.map((cell, number) => this.#cell(cell, number));
    this.#words = cells.map((cell) => this.#wordsOf(cell));
    const name = this.getAttribute("label") ?? "Board";
    const about = this.editable ? { role: "application", "aria-label": name } : { role: "img", "aria-label": name };
    const picture = svg("svg", { viewBox: box, ...about, class: "board" },
      svg("g", { class: "cells" }, this.#groups), svg("g", { class: "words", "aria-hidden": "true" }, this.#words),
      svg("g", { class: "pieces", "aria-hidden": "true" }));
    if (this.editable) {
      picture.addEventListener("pointerdown", (event) => this.#down(event));
      picture.addEventListener("pointermove", (event) => this.#moved(event));
      for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => this.#ended());
      picture.addEventListener("keydown", (event) => this.#key(event));
    }
    fill(this, picture);
  }

  #cell(cell, number) {
    const use = this.editable ? { role: "button", tabindex: number ? "-1" : "0", "aria-label": cell.label } : {};
    return svg("g", { class: "cell", "data-cell": number, ...use },
      svg("polygon", { points: points(cell.polygon) }),
      svg("polygon", { points: points(inner(cell, 0.86)), class: "ring" }));
  }

  /** What stands on a cell; apart from it, since those who listen are told more than two short words. */
  #wordsOf({ middle: [x, y], label }) {
    return svg("g", {}, svg("text", { x, y, class: "word" }, label), svg("text", { x, y, class: "small" }));
  }

  #mark(group, cell, mark) {
    const [shape, ring] = group.children;
    const [word, small] = this.#words[cell].children;
    const { label, middle: [x, y] } = this.#puzzle.cells[cell];
    const { inradius } = this.#puzzle;
    shape.style.fill = mark.fill ?? "";
    word.style.fill = small.style.fill = mark.ink ?? "";
    group.classList.toggle("hatch", Boolean(mark.hatch));
    group.classList.toggle("marked", Boolean(mark.fill));
    ring.classList.toggle("shown", Boolean(mark.ring));
    const text = mark.text ?? label;
    word.textContent = text;
    small.textContent = mark.small ?? "";
    const size = Math.min((mark.large ? 1.15 : 0.62) * inradius, (2.3 * inradius) / Math.max(text.length, 2));
    word.setAttribute("font-size", size);
    word.setAttribute("y", y + (mark.small ? -0.02 : 0.36) * size);
    small.setAttribute("font-size", 0.42 * inradius);
    small.setAttribute("y", y + 0.62 * inradius);
    small.setAttribute("x", x);
    if (this.editable) group.setAttribute("aria-label", mark.about ? `${label}, ${mark.about}` : label);
  }

  #piece({ cells, fill: shade, ink, label }) {
    const { cells: all, inradius } = this.#puzzle;
    const seen = new Map();
    for (const cell of cells) {
      for (const [from, to] of sides(all[cell].polygon)) {
        const key = [from, to].map((corner) => corner.map((part) => Math.round(part)).join(" ")).sort().join(",");
        seen.set(key, seen.has(key) ? null : [from, to]);
      }
    }
    const outline = [...seen.values()].filter(Boolean).map(([a, b]) => `M${a.join(" ")}L${b.join(" ")}`).join("");
    const [x, y] = all[cells[0]].middle;
    return svg("g", { class: "piece", fill: ink },
      cells.map((cell) => svg("polygon", { points: points(all[cell].polygon), fill: shade, stroke: shade })),
      svg("path", { d: outline }),
      label ? svg("text", { x, y: y + 0.16 * inradius, "font-size": 0.48 * inradius }, label) : null);
  }

  #touch(cell, start) {
    this.#last = cell;
    this.dispatchEvent(new CustomEvent("paint", { detail: { cell, start } }));
  }

  #down(event) {
    const cell = cellOf(event.target);
    if (cell === null || event.button > 0) return;
    event.preventDefault();
    // The board hears of the end of a stroke, wherever the pointer is by then.
    this.querySelector("svg").setPointerCapture(event.pointerId);
    this.focusCell(cell, { scroll: false });
    this.#touch(cell, true);
  }

  #moved(event) {
    if (this.#last === null || !(event.buttons & 1)) return;
    const places = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of places.length ? places : [event]) {
      const cell = cellOf(document.elementFromPoint(clientX, clientY));
      if (cell !== null && cell !== this.#last) this.#touch(cell, false);
    }
  }

  #ended() {
    if (this.#last === null) return;
    this.#last = null;
    this.dispatchEvent(new CustomEvent("stroke"));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = this.#typed;
    this.#typed = "";
    if (ARROWS[event.key]) {
      event.preventDefault();
      this.focusCell(this.#puzzle.beside(this.#focused, ARROWS[event.key]));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#touch(this.#focused, true);
      this.#ended();
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.focusCell(event.key === "Home" ? 0 : this.#groups.length - 1);
    } else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
      this.#type(event, typed) || this.#type(event, "");
    }
  }

  /** Go to the cell whose label begins with what was typed before and with this key; tell whether there is one. */
  #type(event, before) {
    const now = event.timeStamp;
    const typed = (now - this.#typedAt < TYPING ? before : "") + event.key.toUpperCase();
    const labels = this.#puzzle.cells.map((cell) => cell.label.toUpperCase());
    const exact = labels.indexOf(typed);
    const found = exact >= 0 ? exact : labels.findIndex((label) => label.startsWith(typed));
    if (found < 0) return false;
    [this.#typed, this.#typedAt] = [typed, now];
    event.stopPropagation();
    this.focusCell(found);
    return true;
  }
}

function cellOf(element) {
  const group = element?.closest?.("[data-cell]");
  return group ? Number(group.dataset.cell) : null;
}

function points(corners) {
  return corners.map((corner) => corner.join(",")).join(" ");
}

function inner({ polygon, middle: [x, y] }, share) {
  return polygon.map(([right, down]) => [x + (right - x) * share, y + (down - y) * share]);
}

function sides(polygon) {
  return polygon.map((corner, number) => [corner, polygon[(number + 1) % polygon.length]]);
}

customElements.define("cell-board", CellBoard);
