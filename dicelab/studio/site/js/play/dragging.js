/** Dragging a piece from the tray or on the board, by mouse, pen or finger. */
import { h } from "../parts/dom.js";
import { CELL } from "./places.js";
import { pieceSvg } from "./tray.js";

/**
 * Pixels that a press moves before it drags, and those between a finger and the piece above it;
 * cells from a piece to the farthest place into which it snaps.
 */
const [FAR, LIFT, REACH] = [6, 28, 0.85];
const EVENTS = ["pointermove", "pointerup", "pointercancel", "keydown", "scroll", "contextmenu"];

// While the pointer moves, one element is moved, once in a frame. The board is drawn anew when a drag begins
// and when it ends, and its preview is moved when the piece is over another place.
export class Dragging {
  #press = null;
  #carried = null;
  #frame = 0;

  constructor(table) {
    this.table = table;
    table.hand.on("hold", () => this.#carried && !table.hand.isEmpty && this.#carry());
  }

  get isPressed() { return Boolean(this.#press); }
  get hasPiece() { return (this.#press?.kind ?? null) !== null; }

  /**
   * The pointer goes down on a piece: `number` is its placement where it lies on the board, `slot` its button
   * in the tray, and `kind` is null where there is none. `click(event)` follows if the pointer goes up
   * without having moved.
   */
  press(event, { kind = null, number = null, slot = null, click = () => {} }) {
    if (event.button > 0 || this.#press) return;
    const { clientX: x, clientY: y, pointerId: id, pointerType } = event;
    this.#press = { kind, number, slot, click, id, x, y, from: [x, y], isTouch: pointerType === "touch" };
    for (const name of EVENTS) addEventListener(name, this, true);
  }

  handleEvent(event) {
    const { id, from } = this.#press;
    if (event.type === "keydown") {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#fall(false);
    } else if (event.type === "scroll") {
      if (this.#carried) this.#measure();
    } else if (event.type === "contextmenu") {
      // A long press on a phone drags.
      if (this.#press.isTouch) event.preventDefault();
    } else if (event.pointerId !== id) return;
    else if (event.type === "pointermove") {
      Object.assign(this.#press, { x: event.clientX, y: event.clientY });
      if (!this.#carried && this.#press.kind !== null
        && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > FAR) this.#begin();
      if (this.#carried) this.#frame ||= requestAnimationFrame(() => this.#move());
    } else if (event.type === "pointercancel") this.#fall(false);
    else if (this.#carried) this.#fall(true);
    else {
      const { click } = this.#press;
      this.stop();
      click(event);
    }
  }

  #begin() {
    const { table, table: { hand, puzzle, places } } = this;
    const { kind, number, slot, from: [x, y] } = this.#press;
    const place = number ?? (slot ? null : hand.place);
    const rect = slot?.querySelector("svg").getBoundingClientRect();
    table.allow();
    if (number !== null) table.lift(number);
    if (place !== null) hand.hold(kind, puzzle.placements[place].orientation, place);
    else hand.hold(kind);
    this.#measure();
    // Where the piece is held, from its upper left corner in the coordinates of the board.
    const { width, height } = hand.shape;
    const { scale, left, top } = this.#press;
    const within = (share) => Math.min(1, Math.max(0, share));
    if (this.#press.isTouch) this.#press.grab = null;
    else if (place !== null) {
      const corner = places.corners[place];
      this.#press.grab = [(x - left) / scale - corner[0], (y - top) / scale - corner[1]];
    } else {
      // The sides of a table that stands upside down are changed over, and its scale is below zero.
      const [right, down] = scale > 0 ? [x - rect.left, y - rect.top] : [rect.right - x, rect.bottom - y];
      this.#press.grab = [within(right / rect.width) * width, within(down / rect.height) * height];
    }
    slot?.classList.add("lifted");
    this.#carry();
  }

  #measure() {
    const { a: scale, e: left, f: top } = this.table.board.querySelector("svg").getScreenCTM();
    Object.assign(this.#press, { scale, left, top });
  }

  /** Draw the piece that is carried: above a finger, and held in its middle when it was turned. */
  #carry() {
    const { hand, hand: { shape }, puzzle: { inradius } } = this.table;
    const press = this.#press;
    const isTurned = this.#carried && press.shape !== shape;
    if (press.isTouch) press.grab = [shape.width / 2, shape.height + LIFT / Math.abs(press.scale)];
    else if (isTurned) press.grab = [shape.width / 2, shape.height / 2];
    press.shape = shape;
    const picture = pieceSvg(shape, this.table.look(hand.kind), inradius);
    picture.classList.add("carried");
    picture.style.setProperty("--piece", `${Math.abs(press.scale) * CELL}px`);
    picture.style.transformOrigin = press.scale < 0 ? "0 0" : "";
    if (this.#carried) this.#carried.replaceWith(picture);
    // A sheet over the page has the cursor of the drag. Another finger reaches through it to turn the piece.
    else document.body.append(h("div", { class: press.isTouch ? "sheet through" : "sheet" }, picture));
    this.#carried = picture;
    this.#move();
  }

  #corner() {
    const { x, y, left, top, scale, grab } = this.#press;
    return [(x - left) / scale - grab[0], (y - top) / scale - grab[1]];
  }

  #move() {
    this.#frame = 0;
    if (!this.#carried) return;
    const { hand, places, position } = this.table;
    const corner = this.#corner();
    this.#carried.style.transform = this.#shift(corner);
    const found = places.meant(position, hand.kind, hand.orientation, corner);
    hand.aim(found && found.far <= REACH ? found.number : null);
  }

  #shift(corner) {
    const [x, y] = corner;
    const { left, top, scale } = this.#press;
    return placed(left + x * scale, top + y * scale, scale);
  }

  /**
   * The piece is let fall: it is laid where it fits and goes back where it doesn't.
   * Beside the board it is taken off.
   */
  #fall(isMeant) {
    if (!this.#carried) {
      this.stop();
      return;
    }
    // The last moves may not have been drawn.
    this.#move();
    const { table, table: { hand, position, puzzle } } = this;
    const { number, kind, slot } = this.#press;
    const { place } = hand;
    const { width, height } = hand.shape;
    const [x, y] = this.#corner();
    const [right, down] = [x + width / 2, y + height / 2];
    const isOver = right > 0 && down > 0 && right < puzzle.width && down < puzzle.height;
    const cells = puzzle.placements[place]?.cells ?? [undefined];
    const wrong = isOver || place !== null ? position.wrong(kind, cells) : null;
    const isLaid = isMeant && place !== null && !wrong && place !== number;
    if (isLaid || (isMeant && place === null && !isOver && number !== null)) {
      this.stop();
      if (isLaid) table.lay(place);
      else {
        hand.letGo();
        table.take(number);
      }
      return;
    }
    this.#goBack(slot, number);
    this.stop();
    hand.letGo();
    table.lift(null);
    if (isMeant && wrong) table.refuse(wrong);
  }

  #goBack(slot, number) {
    const carried = this.#carried;
    carried.parentElement.classList.add("through");
    this.#carried = null;
    const home = slot?.getBoundingClientRect();
    const { scale } = this.#press;
    const corner = home && (scale < 0 ? [home.right, home.bottom] : [home.left, home.top]);
    const to = home ? `${placed(...corner, scale)} scale(0.4)`
      : number === null ? carried.style.transform : this.#shift(this.table.places.corners[number]);
    const time = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 160;
    const flight = carried.animate([{}, { transform: to }], { duration: time, easing: "ease-out" });
    flight.finished.finally(() => carried.parentElement.remove());
  }

  /** End it without any effect on the game; tell whether a piece was carried. */
  stop() {
    const isCarried = Boolean(this.#carried);
    this.#press?.slot?.classList.remove("lifted");
    for (const name of EVENTS) removeEventListener(name, this, true);
    cancelAnimationFrame(this.#frame);
    this.#carried?.parentElement.remove();
    [this.#press, this.#carried, this.#frame] = [null, null, 0];
    return isCarried;
  }
}

/** Puts the upper left corner of a piece at a point; at a table upside down the piece is upside down too. */
const placed = (x, y, scale) => `translate3d(${x}px, ${y}px, 0)${scale < 0 ? " rotate(180deg)" : ""}`;
