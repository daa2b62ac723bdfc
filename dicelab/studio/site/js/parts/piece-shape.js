/** The picture of a piece, on a board, in a tray or under a finger: its cells, its border and its label. */
import { svg } from "./dom.js";

/**
 * `inradius` is that of a cell, from which the size of the label comes.
 * @param {number[][][]} polygons
 * @param {{fill?: string, ink?: string, label?: string, isGhost?: boolean, isBlamed?: boolean}} look
 * @param {number} inradius
 */
export function pieceShape(polygons, { fill: shade, ink, label, isGhost, isBlamed }, inradius) {
  const [x, y] = middle(polygons[0]);
  return svg("g", { class: `piece${isGhost ? " ghost" : ""}${isBlamed ? " blamed" : ""}`, fill: ink },
    polygons.map((corners) => svg("polygon", { points: corners.join(" "), fill: shade, stroke: shade })),
    svg("path", { d: outline(polygons) }),
    label ? svg("text", { x, y: y + 0.16 * inradius, "font-size": 0.48 * inradius }, label) : null);
}

/** The border of some polygons as a path: the sides that only one of them has. */
export function outline(polygons) {
  const sides = new Map();
  for (const polygon of polygons) {
    polygon.forEach((from, number) => {
      const side = [from, polygon[(number + 1) % polygon.length]];
      const key = side.map((corner) => corner.map(Math.round).join(" ")).sort().join();
      sides.set(key, sides.has(key) ? null : `M${side[0].join(" ")}L${side[1].join(" ")}`);
    });
  }
  return [...sides.values()].filter(Boolean).join("");
}

const middle = (corners) =>
  [0, 1].map((axis) => corners.reduce((sum, at) => sum + at[axis], 0) / corners.length);
