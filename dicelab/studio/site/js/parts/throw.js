/** A throw of dice in three dimensions: they tumble onto the board, and each comes to rest on the cell that it shows. */
import { svg } from "./dom.js";
import { disc, faceShape } from "./paper-dice.js";

/** Milliseconds that a die rolls, and after which the next one is thrown; the view's angle to the vertical. */
const [ROLLS, NEXT, TILT] = [1100, 70, 0.5];
/** How large a die is on its cell, and how much darker a face is that turns away from the light. */
const [REACH, SHADE] = [1.22, 0.42];
const LIGHT = [-0.35, 0.45, 0.82];

const times = (one, other) => one.map((row) => other[0].map((_, n) => row.reduce((sum, x, k) => sum + x * other[k][n], 0)));
const column = (matrix, n) => matrix.map((row) => row[n]);
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];

/**
 * The rotation about an axis of length 1.
 * @param {number[]} axis
 * @param {number} angle
 */
export function rotation([x, y, z], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  return [[c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    [z * x * d - y * s, z * y * d + x * s, c + z * z * d]];
}

/** The rotation that lays a face on top, with its word upright for somebody below. */
export function onTop({ place, turned }) {
  const angle = (turned * Math.PI) / 180;
  const [right, down] = [column(place, 0), column(place, 1)];
  const mixed = (one, other) => right.map((x, n) => one * x + other * down[n]);
  const word = mixed(Math.cos(angle), Math.sin(angle));
  const up = mixed(Math.sin(angle), -Math.cos(angle));
  return [word, up, cross(word, up)];
}

/** A solid that can be drawn in any position. */
class Die {
  constructor({ solid, words, underlined, fill, ink }, side, scale) {
    const { faces, radius } = solid ?? disc();
    this.faces = faces;
    this.scale = (scale * REACH) / radius;
    this.size = scale;
    this.shapes = faces.map((face, n) => {
      const shape = faceShape(face, { word: words[solid ? n : side], isUnderlined: underlined[solid ? n : side], shade: fill,
        paper: fill, ink });
      const dark = svg("polygon", { points: face.polygon.join(" "), stroke: "#14181f", "stroke-width": 0.25 });
      shape.append(dark);
      return { shape, dark };
    });
    this.shadow = svg("ellipse", { rx: 0.78 * scale, ry: 0.5 * scale, fill: "#000000" });
    this.group = svg("g", {}, this.shadow, this.shapes.map(({ shape }) => shape));
    const yaw = 0.5 * (Math.random() - 0.5);
    this.rest = times(rotation([1, 0, 0], -TILT), times(rotation([0, 0, 1], yaw), onTop(faces[solid ? side : 0])));
    const [angle, height] = [2 * Math.PI * Math.random(), Math.random() - 0.5];
    const flat = Math.sqrt(1 - height * height);
    this.axis = [flat * Math.cos(angle), flat * Math.sin(angle), height];
    this.turns = 2 * Math.PI * (1.5 + 1.5 * Math.random());
  }

  /** Draw the die at a point of the board, so high above it, with a part of its turns still to go. */
  draw([x, y], lift, left) {
    const turned = left ? times(rotation(this.axis, left * this.turns), this.rest) : this.rest;
    this.shadow.setAttribute("transform", `translate(${x + 0.12 * lift} ${y + 0.42 * this.size})`);
    this.shadow.setAttribute("fill-opacity", String(0.3 / (1 + lift / 120)));
    this.faces.forEach(({ place }, n) => {
      const { shape, dark } = this.shapes[n];
      const [[a, c, e], [b, d, f]] = times(turned, place).map((row) => row.map((value) => value * this.scale));
      // The screen's y goes down. A face that is seen from behind is on the far side.
      const isSeen = c * b - a * d > 1e-6;
      shape.style.display = isSeen ? "" : "none";
      if (!isSeen) return;
      shape.setAttribute("transform", `matrix(${[a, -b, c, -d, x + e, y - lift - f].map((value) => value.toFixed(4)).join(" ")})`);
      const normal = times(turned, cross(column(place, 1), column(place, 0)).map((value) => [value]));
      const light = normal.reduce((sum, [value], k) => sum + value * LIGHT[k], 0);
      dark.setAttribute("fill-opacity", (SHADE * (1 - Math.max(0, light))).toFixed(3));
    });
  }
}

/**
 * Throw dice onto a board: `dice` are those of `paperDice`, `shown` the number of the face that each shows. The promise
 * is kept when all lie still; an aborted signal takes the dice away.
 * @param {any} board
 * @param {{puzzle: any, dice: any[], shown: number[], signal?: AbortSignal}} thrown
 */
export async function throwDice(board, { puzzle, dice, shown, signal }) {
  const { width, height, inradius, cells } = puzzle;
  const all = dice.map((die, n) => ({ die: new Die(die, shown[n], inradius), to: cells[die.cells[shown[n]]].middle,
    from: [width * (0.2 + 0.6 * Math.random()), height + 2 * inradius] }));
  const group = svg("g", { class: "thrown", "aria-hidden": "true" }, all.map(({ die }) => die.group));
  clearDice(board);
  board.firstElementChild.append(group);
  signal?.addEventListener("abort", () => group.remove());
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const start = performance.now();
  for (let now = isStill ? Infinity : start; !signal?.aborted; now = await nextFrame()) {
    const parts = all.map(({ die, from, to }, n) => {
      const part = Math.min(1, Math.max(0, (now - start - n * NEXT) / ROLLS));
      const left = (1 - part) ** 2;
      const lift = 1.6 * inradius * (1 - part) * Math.abs(Math.cos(3.5 * Math.PI * part));
      die.draw(to.map((end, k) => end + left * (from[k] - end)), lift, left);
      return part;
    });
    if (Math.min(...parts) === 1) break;
  }
  signal?.throwIfAborted();
}

/** Take the dice of an earlier throw off a board. */
export function clearDice(board) {
  board.getElementsByClassName("thrown")[0]?.remove();
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
