/** <cell-board>: the board of a puzzle on any lattice, to look at, to click and to paint. */

import { fill, svg } from "./dom.js";

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const MARGIN = 4;
/** Characters that are typed within so many milliseconds are one label. */
const TYPING = 1200;

/**
 * Properties: `puzzle`; `marks`, with for each cell nothing or {fill, ink, text, large, small, ring, about};
 * `pieces`, [{cells, fill, ink, label}], which lie on top. With the attribute `editable` its cells can be reached
 * by keyboard, and it sends "paint" with {cell, start} for each cell that the pointer or a key touches, where
 * `start` tells that a stroke begins, and "stroke" when one ends.
 */
export class CellBoard extends HTMLElement {
  #puzzle = null;
  #editable = false;
  #marks = [];
  #groups = [];
  #words = [];
  #focused = 0;
  #typed = { text: "", until: 0 };
  #last = null;

  set puzzle(puzzle) {
    this.#puzzle = puzzle;
    this.#draw();
  }

  set marks(marks) {
    this.#groups.forEach((group, cell) => {
      const [old, mark] = [this.#marks[cell], marks[cell] ?? {}];
      this.#marks[cell] = mark;
      if (!old || JSON.stringify(mark) !== JSON.stringify(old)) this.#mark(group, cell, mark);
    });
  }

  set pieces(pieces) {
    fill(this.querySelector(".pieces"), pieces.map((piece) => this.#piece(piece)));
  }

  /** Move the keyboard to a cell. */
  #focus(cell, preventScroll = false) {
    this.#groups[this.#focused].setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#groups[cell].setAttribute("tabindex", "0");
    this.#groups[cell].focus({ preventScroll });
  }

  #draw() {
    const { width, height, cells } = this.#puzzle;
    this.#editable = this.hasAttribute("editable");
    const role = this.#editable ? "application" : "img";
    this.#groups = cells.map(({ polygon, middle: [x, y], label }, cell) => {
      const ring = polygon.map(([right, down]) => [x + (right - x) * 0.86, y + (down - y) * 0.86]);
      const use = this.#editable ? { role: "button", tabindex: cell ? "-1" : "0", "aria-label": label } : {};
      return svg("g", { class: "cell", "data-cell": cell, ...use },
        svg("polygon", { points: polygon.join(" ") }), svg("polygon", { points: ring.join(" "), class: "ring" }));
    });
    // Words stand apart from the cells, since those who listen are told more than two short words.
    this.#words = cells.map(({ middle: [x, y], label }) =>
      svg("g", {}, svg("text", { x, y, class: "word" }, label), svg("text", { x, y, class: "small" })));
    const viewBox = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" ");
    const picture = svg("svg", { viewBox, role, "aria-label": this.getAttribute("label") ?? "Board", class: "board" },
      svg("g", { class: "cells" }, this.#groups), svg("g", { class: "words", "aria-hidden": "true" }, this.#words),
      svg("g", { class: "pieces", "aria-hidden": "true" }));
    if (this.#editable) {
      picture.addEventListener("pointerdown", (event) => this.#down(event));
      picture.addEventListener("pointermove", (event) => this.#moved(event));
      for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => this.#ended());
      picture.addEventListener("keydown", (event) => this.#key(event));
    }
    fill(this, picture);
  }

  #mark(group, cell, mark) {
    const [shape, ring] = group.children;
    const [word, small] = this.#words[cell].children;
    const { inradius, cells: { [cell]: { label, middle: [, y] } } } = this.#puzzle;
    const text = mark.text ?? label;
    const size = Math.min((mark.large ? 1.15 : 0.62) * inradius, (2.3 * inradius) / Math.max(text.length, 2));
    shape.style.fill = mark.fill ?? "";
    word.style.fill = small.style.fill = mark.ink ?? "";
    group.classList.toggle("marked", Boolean(mark.fill));
    ring.classList.toggle("shown", Boolean(mark.ring));
    place(word, text, size, y + (mark.small ? -0.02 : 0.36) * size);
    place(small, mark.small ?? "", 0.42 * inradius, y + 0.62 * inradius);
    if (this.#editable) group.setAttribute("aria-label", mark.about ? `${label}, ${mark.about}` : label);
  }

  #piece({ cells, fill: shade, ink, label }) {
    const { cells: all, inradius } = this.#puzzle;
    // Its border: the sides that only one of its cells has.
    const sides = new Map();
    for (const { polygon } of cells.map((cell) => all[cell])) {
      polygon.forEach((from, number) => {
        const side = [from, polygon[(number + 1) % polygon.length]];
        const key = side.map((corner) => corner.map(Math.round).join(" ")).sort().join();
        sides.set(key, sides.has(key) ? null : `M${side[0].join(" ")}L${side[1].join(" ")}`);
      });
    }
    const [x, y] = all[cells[0]].middle;
    return svg("g", { class: "piece", fill: ink },
      cells.map((cell) => svg("polygon", { points: all[cell].polygon.join(" "), fill: shade, stroke: shade })),
      svg("path", { d: [...sides.values()].filter(Boolean).join("") }),
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
    event.currentTarget.setPointerCapture(event.pointerId);
    this.#focus(cell, true);
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
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = event.timeStamp < this.#typed.until ? this.#typed.text : "";
    this.#typed.text = "";
    if (/^[\p{L}\p{N}]$/u.test(key)) {
      // The character goes on with what was typed before, or else a label begins with it.
      if (this.#type(typed + key, event) || this.#type(key, event)) event.stopPropagation();
      return;
    }
    if (ARROWS[key]) this.#focus(this.#puzzle.beside(this.#focused, ARROWS[key]));
    else if (key === "Home") this.#focus(0);
    else if (key === "End") this.#focus(this.#groups.length - 1);
    else if (key !== "Enter" && key !== " ") return;
    else {
      this.#touch(this.#focused, true);
      this.#ended();
    }
    event.preventDefault();
  }

  /** Go to the cell whose label is what was typed, or begins so; tell whether there is one. */
  #type(text, { timeStamp }) {
    const begins = ({ label }) => label.toUpperCase().startsWith(text.toUpperCase());
    const found = this.#puzzle.cell(text) ?? this.#puzzle.cells.findIndex(begins);
    if (found < 0) return false;
    this.#typed = { text, until: timeStamp + TYPING };
    this.#focus(found);
    return true;
  }
}

function place(word, text, size, y) {
  word.textContent = text;
  word.setAttribute("font-size", size);
  word.setAttribute("y", y);
}

function cellOf(element) {
  const group = element?.closest?.("[data-cell]");
  return group ? Number(group.dataset.cell) : null;
}

customElements.define("cell-board", CellBoard);
