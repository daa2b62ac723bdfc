/** The keyboard at a table: a held piece is moved over the board, turned, laid and let go. */
import { ARROWS, cellOf } from "../parts/board.js";
import { announce } from "../parts/dom.js";

/** What R, Shift+R and F do to a piece. */
const turnOf = (pressed, isBack) => ({ r: isBack ? "back" : "right", f: "flip" })[pressed.toLowerCase()];

export function mountKeys(table) {
  const { board, tray, hand, puzzle: { placements } } = table;
  for (const place of [board, tray.place]) {
    place.addEventListener("keydown", (event) => key(table, event), true);
  }
  // A held piece goes along to the cell that gets the focus, be it by Tab or by the cell's label.
  board.addEventListener("focusin", ({ target }) => {
    const cell = cellOf(target);
    if (hand.isEmpty || cell < 0 || placements[hand.place]?.cells.includes(cell)) return;
    // A click gives the focus to a cell as well.
    if (target.matches(":focus-visible")) aimAt(table, cell);
  });
}

/** Do what a key means at a table, wherever the focus is in it. */
export function key(table, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !does(table, event)) return;
  event.stopPropagation();
  event.preventDefault();
}

function does(table, event) {
  const { key: pressed, shiftKey, target } = event;
  const { board, hand, tray, position, puzzle } = table;
  const cell = cellOf(target);
  const isTaken = cell >= 0 && position.covering(cell) !== undefined;
  if (cell >= 0 && (pressed === "Backspace" || pressed === "Delete")) {
    if (isTaken) table.take(position.covering(cell));
    return true;
  }
  if (cell >= 0 && table.unturned && board.goesOn(pressed, event)) {
    // The letter was the row of a cell: the piece goes there as it was.
    table.unturned();
    table.unturned = null;
    return false;
  }
  const kind = hand.kind ?? tray.kindAt(target);
  const turn = turnOf(pressed, shiftKey);
  table.unturned = null;
  if (kind !== null && turn) {
    const [orientation, { place }] = [hand.turned[kind], hand];
    table.turn(turn, kind);
    if (cell >= 0) {
      table.unturned = () => hand.hold(kind, orientation, place);
      board.begin(pressed, event);
    }
    const how = turn === "flip" ? "flipped" : "turned";
    if (hand.place === null) announce(`${puzzle.pieceName(kind)}, ${how}.`);
    else tellPlace(table);
    return true;
  }
  if (hand.isEmpty) {
    if (cell < 0 || (pressed !== "Enter" && pressed !== " ")) return false;
    if (isTaken) table.take(position.covering(cell));
    else tray.focus();
    return true;
  }
  if (pressed === "Escape") {
    const { kind: held } = hand;
    hand.letGo();
    table.allow();
    if (cell >= 0) tray.focus(held);
    announce(`${puzzle.pieceName(held)} is let go.`);
    return true;
  }
  return cell >= 0 && over(table, pressed, cell);
}

/** The keys for a piece that is held over the board. */
function over(table, pressed, cell) {
  const { board, hand, places, puzzle: { placements }, tray } = table;
  if (ARROWS[pressed]) {
    table.allow();
    if (hand.place === null) aimAt(table, cell);
    else {
      hand.aim(places.beside(hand.place, ARROWS[pressed]));
      board.focusCell(placements[hand.place].cells[0]);
      tellPlace(table);
    }
    return true;
  }
  if (pressed !== "Enter" && pressed !== " ") return false;
  const { kind } = hand;
  if (hand.place === null) aimAt(table, cell);
  else if (table.lay(hand.place)) tray.focus(kind);
  return true;
}

/** Hold a piece of the tray over the free place nearest to the board's focus, and bring the focus there. */
export function toBoard(table, kind) {
  const { board, hand, places, position, puzzle: { cells, placements } } = table;
  hand.hold(kind);
  const { middle } = cells[board.focused];
  const isFree = (number) => !position.wrong(kind, placements[number].cells);
  hand.aim(places.around(position, kind, hand.orientation, middle, isFree)
    ?? places.around(position, kind, hand.orientation, middle));
  board.focusCell(placements[hand.place].cells[0]);
  tellPlace(table);
}

/** Hold the piece over a cell, or as near to it as it can lie. */
function aimAt(table, cell) {
  const { hand, places, position, puzzle: { cells: { [cell]: { middle } } } } = table;
  hand.aim(places.around(position, hand.kind, hand.orientation, middle, places.covering(cell))
    ?? places.around(position, hand.kind, hand.orientation, middle));
  tellPlace(table);
}

function tellPlace({ hand, position, puzzle }) {
  if (hand.place === null) return;
  const { kind, cells } = puzzle.placements[hand.place];
  const words = position.whyNot(kind, cells) || `${puzzle.pieceName(kind)} fits here.`;
  announce(`${puzzle.labels(cells)}: ${words}`);
}
