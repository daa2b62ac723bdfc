/** How often each piece covers each cell, over all tilings of a board. */

import "./board.js";
import { fill, h } from "./dom.js";

const at = (id) => document.getElementById(id);

export class HeatMap {
  constructor(puzzle) {
    this.puzzle = puzzle;
    at("heat-board").puzzle = puzzle;
    this.buttons = puzzle.pieces.map((piece, number) => {
      const chip = h("span", { class: "chip", "aria-hidden": "true" });
      chip.style.background = piece.fills[0];
      const choose = () => this.choose(number);
      return h("button", { type: "button", class: "swatch", onclick: choose }, chip, piece.name);
    });
    fill(at("pieces"), this.buttons);
    // A large piece has more to show than a single cell.
    const orders = puzzle.pieces.map((piece) => piece.order);
    this.piece = orders.indexOf(Math.max(...orders));
  }

  /** Show shares from 0 to 1, by piece and cell, of the tilings of a board. */
  show(blockers, shares, basis) {
    Object.assign(this, { blockers, shares, basis });
    this.choose(this.piece);
  }

  choose(piece) {
    this.piece = piece;
    this.buttons.forEach((button, number) => button.setAttribute("aria-pressed", number === piece));
    at("heat-board").marks = this.blockers.marks().map((mark, cell) => {
      if (this.blockers.has(cell)) return { ...mark, text: "" };
      const share = this.shares[piece][cell];
      return { fill: `color-mix(in srgb, var(--heat) ${Math.round(100 * share ** 0.7)}%, var(--cell))`,
        ink: "var(--ink)", text: share ? percent(share) : "" };
    });
    const told = [...this.puzzle.cells.keys()].filter((cell) => this.shares[piece][cell]);
    const words = told.map((cell) => `${this.puzzle.label(cell)} ${percent(this.shares[piece][cell])}`);
    at("heat-board").querySelector("svg").setAttribute("aria-label", words.join(", "));
    fill(at("heat-hint"), "A number says in how many of 100 tilings the piece "
      + `${this.puzzle.pieces[piece].name} covers the cell${this.basis}.`);
  }
}

/** A share in hundredths: only what always holds is 100. */
function percent(share) {
  const hundredths = Math.round(100 * share);
  if (!hundredths) return "<1";
  return hundredths === 100 && share < 1 - 1e-9 ? ">99" : String(hundredths);
}
