/** The pieces of the puzzle: all small ones of the lattice to choose from, and such as one draws. */
import { announce, at, button, counted, fill, h, svg, write } from "../parts/dom.js";
import { pieceShape } from "../parts/piece-shape.js";
import { Drawing } from "./drawing.js";
import { LATTICES, Layout } from "./lattice.js";
import { Piece } from "./piece.js";

/** The rectangle on which a piece is drawn, in places; and what fills a piece in the list. */
const ROOM = { squares: [5, 6], triangles: [4, 9], hexagons: [5, 10] };
const LOOK = { fill: "var(--accent)" };

export class Tray {
  #rows = new Map();
  #drawn = [];

  /** `change` is called with the pieces that are chosen. */
  constructor(known, change) {
    this.known = known;
    this.change = change;
    this.drawing = new Drawing(at("piece-board"), (points) => this.#tell(points));
    at("add-piece").onclick = () => this.#add();
    at("clear-piece").onclick = () => this.#room();
  }

  show(own) {
    const { lattice, pieces } = own;
    if (this.own?.lattice !== lattice) {
      this.#rows.clear();
      fill(at("pieces"));
      const { most_order: most } = this.known.lattices.find(({ name }) => name === lattice.name);
      const names = this.known.names[lattice.name];
      this.own = own;
      for (let order = 1; order <= most; order++) for (const piece of names.free(order)) this.#row(piece);
      this.#room(lattice);
    }
    this.own = own;
    for (const { piece } of pieces) if (!this.#rows.has(piece.key)) this.#row(piece);
    for (const [key, row] of this.#rows) row.show(pieces.find(({ piece }) => piece.key === key)?.copies ?? 0);
  }

  /** A line of the list: a picture that adds one, and how many there are. */
  #row(piece) {
    const name = this.own.names.of(piece);
    const isNamed = /^[A-Z]\d~?$/.test(name);
    const words = isNamed ? name.replace("~", "") : `piece ${this.#rows.size + 1} of ${counted(piece.order, "cell")}`;
    const title = `${words}${piece.flips ? "" : ", not turned over"}`;
    const number = h("span", { class: "number" }, "0");
    const fewer = button("−", () => this.#by(piece, -1), { ariaLabel: `One ${title} fewer` });
    const more = h("button", { type: "button", class: "kind", onclick: () => this.#by(piece, 1) }, picture(piece, this.own.names.looks(piece)),
      h("span", {}, isNamed ? name : ""));
    const line = h("li", {}, more, fewer, number);
    at("pieces").append(line);
    this.#rows.set(piece.key, { show: (copies) => {
      write(number, String(copies));
      more.ariaLabel = `Add ${title}: ${copies} chosen`;
      // A button that has the focus keeps it.
      fewer.setAttribute("aria-disabled", String(!copies));
      line.classList.toggle("chosen", copies > 0);
    } });
  }

  #by(piece, by) {
    const pieces = [...this.own.pieces];
    const place = pieces.findIndex((one) => one.piece.key === piece.key);
    const copies = Math.max(0, Math.min(64, (pieces[place]?.copies ?? 0) + by));
    if (place >= 0) pieces[place] = { ...pieces[place], copies };
    else pieces.push({ piece, copies });
    this.change(pieces);
  }

  #room(lattice = this.own.lattice) {
    this.drawing.show(lattice, ROOM[lattice.name], []);
    this.#tell([]);
  }

  /** Read the piece that is drawn, and say why there is none. */
  #tell(points) {
    this.#drawn = points;
    write(at("piece-words"), points.length ? counted(points.length, LATTICES[this.drawing.lattice.name].name.slice(0, -1)) : "");
  }

  #add() {
    try {
      const piece = new Piece(this.own.lattice, this.#drawn, at("flips").checked);
      this.#by(piece, 1);
      this.#room();
      write(at("piece-words"), `${this.own.names.of(piece).length < 4 ? this.own.names.of(piece) : "The piece"} is added.`);
    } catch ({ message }) {
      write(at("piece-words"), message);
    }
    announce(at("piece-words").textContent);
  }
}

function picture({ lattice }, points) {
  const layout = new Layout(lattice, points, 15);
  const shape = pieceShape(points.map((point) => layout.corners(point)), LOOK, layout.inradius);
  return svg("svg", { viewBox: [-1, -1, layout.width + 2, layout.height + 2].join(" "), width: layout.width + 2, height: layout.height + 2,
    "aria-hidden": "true" }, shape);
}
