/** Clicks and taps on the board: the held piece is laid on the cell, and a lying piece is taken back. */
import { cellOf } from "../parts/board.js";

export function mountClicks(table) {
  const { board, hand, dragging } = table;
  board.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event.target);
    if (cell < 0 || event.button > 0) return;
    // The board paints by itself where nothing else is wanted.
    event.stopPropagation();
    event.preventDefault();
    if (hand.isEmpty) board.focusCell(cell, true);
    const click = (up) => clicked(table, cell, up);
    dragging.press(event, { ...pieceAt(table, cell), click });
  }, true);
  // A finger drags pieces, and on other cells it scrolls the page.
  board.addEventListener("touchstart", (event) => {
    if (event.cancelable && dragging.hasPiece) event.preventDefault();
  }, { passive: false });
  board.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || hand.isEmpty || dragging.isPressed) return;
    const cell = cellOf(event.target);
    hand.aim(cell < 0 ? null : meant(table, cell, event));
  });
  board.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse" && !dragging.isPressed) hand.aim(null);
  });
}

/** The piece that a drag from a cell moves: the one that is held over it, or else the one that lies on it. */
function pieceAt({ hand, puzzle: { placements }, position }, cell) {
  if (placements[hand.place]?.cells.includes(cell)) return { kind: hand.kind };
  const number = hand.isEmpty ? position.covering(cell) : undefined;
  return number === undefined ? {} : { kind: placements[number].kind, number };
}

/** The place of the held piece that covers a cell and is nearest to the pointer. */
function meant({ board, hand, places, position }, cell, { clientX, clientY }) {
  const { a, e, f } = board.querySelector("svg").getScreenCTM();
  const point = [(clientX - e) / a, (clientY - f) / a];
  return places.around(position, hand.kind, hand.orientation, point, places.covering(cell));
}

function clicked(table, cell, event) {
  const { hand, position, puzzle, puzzle: { placements } } = table;
  const held = hand.place;
  table.allow();
  if (hand.isEmpty) {
    const lying = position.covering(cell);
    if (lying !== undefined) table.take(lying);
    else if (position.isFree(cell)) {
      table.refuse({ words: "Choose a piece first, or drag it here.", cells: [] });
    }
    return;
  }
  // A mouse has shown the place before the click. A finger shows it by a first tap, unless there is only one.
  const name = puzzle.pieceName(hand.kind);
  const isMouse = event.pointerType === "mouse";
  const fits = position.fits(hand.kind, [cell])
    .filter((number) => placements[number].orientation === hand.orientation);
  const isShown = placements[held]?.cells.includes(cell)
    && !position.wrong(hand.kind, placements[held].cells);
  const place = isShown && !isMouse ? held : fits.length === 1 ? fits[0] : meant(table, cell, event);
  if (place === null) {
    const words = `${name} does not reach ${puzzle.label(cell)} when it is turned like this.`;
    table.refuse({ words, cells: [cell] });
  } else if (isMouse || isShown || fits.length === 1) table.lay(place);
  else {
    hand.aim(place);
    const wrong = position.wrong(hand.kind, placements[place].cells);
    if (wrong) table.refuse(wrong);
    else table.tell(`Tap ${name} once more to lay it there.`);
  }
}
