/** The pieces that are left: to choose, to turn and to drag. The tray is one stop of the Tab key. */
import { announce, button, counted, fill, h, svg } from "../parts/dom.js";
import { flips, turns } from "./hand.js";
import { toBoard } from "./keys.js";
import { pieceShape } from "../parts/piece-shape.js";
import { CELL } from "./places.js";

/** Space around a piece, in the coordinates of the board. */
const MARGIN = 4;
/** Milliseconds in which the browser’s click follows the end of a press. */
const CLICK = 400;

export class Tray {
  #focused = 0;

  constructor(table, place) {
    const { puzzle, hand } = table;
    this.table = table;
    this.place = place;
    this.pieces = puzzle.pieces.map((piece, kind) => this.#piece(piece, kind));
    place.style.setProperty("--total", this.pieces.reduce((sum, { room }) => sum + room, 0));
    const turn = (how, words, key, keys) => button(words, () => table.turn(how),
      { class: "turn", title: `${key} on the keyboard`, "aria-keyshortcuts": keys });
    this.right = turn("right", "↻ Turn", "R", "R");
    this.flip = turn("flip", "⇋ Flip", "F", "F");
    this.letGo = button("✕", () => hand.letGo(), { class: "turn", "aria-label": "Let the piece go",
      title: "Let the piece go: Escape on the keyboard", "aria-keyshortcuts": "Escape" });
    const tools = [...place.children];
    fill(place, h("div", { class: "row turns" }, tools, this.right, this.flip, this.letGo),
      h("div", { class: "pieces-left", role: "toolbar", "aria-label": "Pieces" },
        this.pieces.map(({ slot }) => slot)));
    hand.on("hold", () => this.draw());
  }

  #piece({ orientations }, kind) {
    const { table } = this;
    // The browser makes no click of a tap that soon follows a drag, so that the pointer itself counts.
    let pressed = -CLICK;
    const slot = h("button", { type: "button", class: "left-piece", tabindex: "-1",
      onfocus: () => this.#focus(kind), onkeydown: (event) => this.#key(event),
      onpointerdown: (event) => table.dragging.press(event, { kind, slot, click: (up) => {
        pressed = up.timeStamp;
        this.#clicked(kind, true);
      } }),
      onclick: (event) => event.timeStamp - pressed > CLICK && this.#clicked(kind, event.detail > 0) });
    // A piece needs the same room however it is turned, so that nothing moves when one is turned.
    const room = Math.max(...orientations.flatMap(({ width, height }) => [width, height])) / CELL;
    slot.style.setProperty("--room", String(room));
    return { slot, room, drawn: "" };
  }

  #clicked(kind, isPointer) {
    const { table, table: { hand, puzzle } } = this;
    table.allow();
    if (!isPointer) return toBoard(table, kind);
    // A piece that is held already is turned, since that is what a thumb finds first.
    const isTurned = hand.kind === kind && turns(puzzle.pieces[kind]);
    if (isTurned) table.turn("right");
    else if (hand.kind === kind) hand.letGo();
    else hand.hold(kind);
    announce(hand.isEmpty ? `${puzzle.pieceName(kind)} is let go.` : this.#name(kind));
    return undefined;
  }

  #name(kind) {
    const { hand, puzzle, game: { position } } = this.table;
    const { copies, order, orientations } = puzzle.pieces[kind];
    const left = position?.left[kind] ?? copies;
    const more = copies > 1 ? `, ${left} left` : "";
    const ways = orientations.length > 1 ? `, turned ${hand.turned[kind] + 1} of ${orientations.length}` : "";
    return `${puzzle.pieceName(kind)}, ${counted(order, "cell")}${more}${ways}`;
  }

  /** The next piece that is left gets the focus, as after one was laid by keyboard. */
  focus(kind = this.#focused) {
    const left = this.#left();
    const next = left.find((one) => one >= kind) ?? left[0];
    this.pieces[next]?.slot.focus();
    return next !== undefined;
  }

  /** The kind of the piece that an element of the tray shows; null where it shows none. */
  kindAt(element) {
    const found = this.pieces.findIndex(({ slot }) => slot.contains(element));
    return found < 0 ? null : found;
  }

  #left() { return [...this.pieces.keys()].filter((kind) => this.table.position?.left[kind]); }

  #focus(kind) {
    this.#focused = kind;
    this.#stops();
  }

  #stops() {
    const left = this.#left();
    if (left.length && !left.includes(this.#focused)) this.#focused = left[0];
    this.pieces.forEach(({ slot }, kind) =>
      slot.setAttribute("tabindex", kind === this.#focused ? "0" : "-1"));
  }

  #key(event) {
    const left = this.#left();
    const at = left.indexOf(this.#focused);
    const [next, last] = [at + 1, at - 1 + left.length];
    const to = { ArrowRight: next, ArrowDown: next, ArrowLeft: last, ArrowUp: last,
      Home: 0, End: left.length - 1 }[event.key];
    if (to === undefined || !left.length) return;
    event.preventDefault();
    this.pieces[left[to % left.length]].slot.focus();
  }

  draw() {
    const { hand, puzzle, position } = this.table;
    if (!position) return;
    this.pieces.forEach((piece, kind) => {
      const [left, look] = [position.left[kind], this.table.look(kind)];
      const { slot } = piece;
      slot.classList.toggle("used", !left);
      slot.disabled = !left;
      slot.setAttribute("aria-pressed", hand.kind === kind);
      slot.setAttribute("aria-label", this.#name(kind));
      const drawn = [left, hand.turned[kind], look.fill].join();
      if (drawn === piece.drawn) return;
      piece.drawn = drawn;
      const { copies, orientations } = puzzle.pieces[kind];
      fill(slot, pieceSvg(orientations[hand.turned[kind]], look, puzzle.inradius),
        copies > 1 && h("span", { class: "copies", "aria-hidden": "true" }, `×${left}`));
    });
    this.#stops();
    const piece = puzzle.pieces[hand.kind];
    // Hidden in place: the page does not jump.
    this.right.classList.toggle("away", !piece || !turns(piece));
    this.flip.classList.toggle("away", !piece || !flips(piece));
    this.letGo.classList.toggle("away", !piece);
  }
}

/** A piece in a picture of its own, in the coordinates of the board. */
export function pieceSvg({ polygons, width, height }, look, inradius) {
  const viewBox = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" ");
  const picture = svg("svg", { viewBox, class: "board", "aria-hidden": "true" },
    pieceShape(polygons, look, inradius));
  picture.style.setProperty("--wide", String((width + 2 * MARGIN) / CELL));
  picture.style.setProperty("--high", String((height + 2 * MARGIN) / CELL));
  return picture;
}
