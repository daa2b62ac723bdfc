/** A place to play at: a game on a board, the tray with its pieces, and the hand that lays them. */
import "../parts/board.js";
import { mountClicks } from "./clicks.js";
import { Dragging } from "./dragging.js";
import { Hand } from "./hand.js";
import { mountKeys } from "./keys.js";
import { boardMarks, tilingPieces } from "../parts/marks.js";
import { Places } from "./places.js";
import { Tray } from "./tray.js";

export class Table {
  #lifted = null;
  #wrong = [];
  #shown = {};
  /** Takes back the turn of a key that may be the beginning of a label, or null. */
  unturned = null;

  /**
   * `board` is a cell-board that is editable. `tray` is an element that gets the pieces; what it has already,
   * such as buttons, stands beside the buttons that turn a piece. `say` tells why something can't be done,
   * and `tell` what to do next.
   * @param {{game: any, board: any, tray: any, say: (text: string) => void, tell?: (text: string) => void}} parts
   */
  constructor({ game, board, tray, say, tell = () => {} }) {
    const { puzzle } = game;
    const [hand, places] = [new Hand(puzzle), new Places(puzzle)];
    this.game = game;
    this.puzzle = puzzle;
    this.board = board;
    this.say = say;
    this.tell = tell;
    this.hand = hand;
    this.places = places;
    board.puzzle = puzzle;
    this.dragging = new Dragging(this);
    this.tray = new Tray(this, tray);
    mountClicks(this);
    mountKeys(this);
    this.hand.on("aim", () => this.#preview());
    this.hand.on("hold", () => board.classList.toggle("holding", !this.hand.isEmpty));
    game.on("begun", () => this.hand.letGo());
    game.on("change", () => {
      this.#shown = {};
      this.#lifted = null;
      // Whatever was dragged meanwhile falls out of the hand.
      if (this.dragging.stop() || !game.position.left[hand.kind]) hand.letGo();
      this.allow();
    });
  }

  /** What lies on the board; a piece that is being dragged lies nowhere. */
  get position() { return this.#lifted?.position ?? this.game.position; }

  /** The look of a kind of piece: that of its next copy. */
  look(kind) {
    const { copies, fills, inks, labels } = this.puzzle.pieces[kind];
    const copy = Math.max(0, copies - (this.position?.left[kind] ?? copies));
    const [shade, ink, label] = [fills, inks, labels].map((each) => each[copy] ?? each.at(-1));
    return { fill: shade, ink, label };
  }

  /** Take a placement up for as long as it is dragged; null puts it back. */
  lift(number) {
    this.#lifted = number === null ? null : { number, position: this.game.position.take(number) };
    this.draw();
  }

  /** Lay the piece of a placement there, or say why it can't lie there; tell whether it lies. */
  lay(number) {
    const { kind, cells } = this.puzzle.placements[number];
    const wrong = this.position.wrong(kind, cells);
    if (wrong) return this.refuse(wrong);
    const from = this.#lifted?.number;
    this.#lifted = null;
    this.hand.letGo();
    if (from === undefined) this.game.lay(number);
    else this.game.move(from, number);
    return true;
  }

  /** Take a placement back; its piece stays turned in the tray as it lay. */
  take(number) {
    this.#lifted = null;
    const { kind, orientation } = this.puzzle.placements[number];
    this.hand.turned[kind] = orientation;
    this.game.take(number);
  }

  /** Say why something can't be done, and ring the cells that are in its way, until something is done. */
  refuse({ words, cells }) {
    this.#wrong = cells;
    this.say(words);
    this.draw();
    return false;
  }

  /** Take back what was said against the last thing. */
  allow() {
    this.#wrong = [];
    this.say("");
    this.draw();
  }

  /** Turn the held piece, or that of a kind: "right", "back" or "flip". Over the board its middle stays. */
  turn(how, kind = this.hand.kind) {
    const { hand, places } = this;
    if (kind === null) return;
    const middle = hand.place === null || kind !== hand.kind ? null : places.middle(hand.place);
    const orientation = hand.after(kind, how);
    hand.hold(kind, orientation, middle && places.around(this.position, kind, orientation, middle));
  }

  /**
   * Show rings around cells, ghosts, which are placements that do not lie there, and lying ones that are
   * blamed, until the position changes. `picture` is then what a second board would show.
   */
  show(shown) {
    this.#shown = shown;
    this.draw();
  }

  draw() {
    const { puzzle, position, board } = this;
    const { rings = [], ghosts = [], blamed = [] } = this.#shown;
    const marks = boardMarks(puzzle, position.board, [...rings, ...this.#wrong]);
    const pieces = tilingPieces(puzzle, position.tiling);
    for (const { cells, label } of pieces) for (const cell of cells) marks[cell].about = `piece ${label}`;
    for (const { kind, cells } of ghosts.map((number) => puzzle.placements[number])) {
      pieces.push({ cells, ...this.look(kind), isGhost: true });
      for (const cell of cells) marks[cell].text = "";
    }
    for (const { cells } of blamed.map((number) => puzzle.placements[number])) {
      pieces.find((piece) => piece.cells === cells).isBlamed = true;
    }
    this.picture = { puzzle, marks, pieces };
    Object.assign(board, { marks, pieces });
    this.#preview();
    this.tray.draw();
  }

  #preview() {
    const { hand, puzzle: { placements }, places } = this;
    const { kind, cells } = placements[hand.place] ?? {};
    this.board.preview = hand.place === null ? null : {
      polygons: hand.shape.polygons, corner: places.corners[hand.place],
      fill: this.look(kind).fill, isWrong: Boolean(this.position.wrong(kind, cells)) };
  }
}
