/** Sheets of paper with nets, spinners and stickers in their true sizes; all lengths are millimetres. */
import { h, svg } from "../parts/dom.js";
import { faceShape } from "../parts/paper-dice.js";

export const PAPERS = { a4: [210, 297], letter: [215.9, 279.4] };
/** Pages by name would do, too, but Firefox ends them with an empty one. */
export const pageRule = (paper) => `@page { margin: 0; size: ${PAPERS[paper].map((length) => `${length}mm`).join(" ")}; }`;
/** White edge of the paper, height of the heading and of the foot with its ruler, and space between nets. */
const [MARGIN, HEAD, FOOT, GAP] = [12, 16, 18, 4];
const NOTES = { net: "Cut along whole lines, fold along dashed ones, glue the grey flaps.",
  spinner: "Cut the circle out: a paper clip turns around the tip of a pencil on the dot.",
  sticker: "Cut along the lines; stickers with the same number go on one die." };
const CUT = { fill: "none", stroke: "#1a1a1a", "stroke-width": 0.25 };
const FOLD = { ...CUT, "stroke-width": 0.2, "stroke-dasharray": "1.6 1" };
const SMALL = { "font-size": 2.8, "font-family": "sans-serif", fill: "#14181f" };

/** @typedef {{width: number, height: number, kind?: string, name?: string, shapes?: Element[]}} Box */

/**
 * Put boxes side by side in rows, and rows below each other on pages: the places of all boxes, page by page.
 * @param {Box[]} boxes
 * @param {number[]} room width and height of a page
 * @returns {{box: Box, x: number, y: number}[][]}
 */
export function arranged(boxes, [wide, high], gap) {
  const pages = [];
  let [x, y, below] = [0, 0, 0];
  for (const box of boxes) {
    if (x && x + box.width > wide + 1e-6) [x, y] = [0, below + gap];
    if (!pages.length || (y && y + box.height > high + 1e-6)) {
      pages.push([]);
      [x, y, below] = [0, 0, 0];
    }
    pages.at(-1).push({ box, x, y });
    below = Math.max(below, y + box.height);
    x += box.width + gap;
  }
  return pages;
}

const line = (ends, look) => svg("path", { d: `M${ends.map((place) => place.join(" ")).join("L")}`, ...look });

/** The net of a die, larger or smaller than the solids of the page's data. */
function netOf(die, scale, isPlain) {
  const { width, height, faces, flaps, folds, cuts } = die.solid;
  const edges = (places) => places.map((place) => place.map((value) => value * scale));
  const shapes = svg("g", { transform: `scale(${scale})` },
    flaps.map((flap) => svg("polygon", { points: flap.join(" "), fill: "#eeeeee" })),
    faces.map((face, n) => faceShape(face, look(die, n, isPlain))));
  const lines = [...cuts, ...flaps.map(([first, second, ...others]) => [second, ...others, first])]
    .map((ends) => line(edges(ends), CUT));
  const folded = [...folds, ...flaps.map(([first, second]) => [first, second])].map((ends) => line(edges(ends), FOLD));
  const name = svg("text", { y: height * scale + 3.6, ...SMALL }, `Die ${die.number}`);
  return { width: width * scale, height: height * scale + 5, kind: "net", name: `Net of die ${die.number}`,
    shapes: [shapes, ...lines, ...folded, name] };
}

const look = (die, n, isPlain) => ({ word: die.words[n], isUnderlined: die.underlined[n], shade: isPlain ? "#14181f" : die.fill,
  paper: "#ffffff", ink: "#14181f" });

/** A spinner: equal sectors, and a dot where a paper clip turns around the tip of a pencil. */
function spinnerOf(die, isPlain) {
  const count = die.words.length;
  const radius = Math.min(80, Math.max(28, (9 * count) / (2 * Math.PI * 0.82)));
  /** @type {(long: number, part: number) => number[]} */
  const at = (long, part) => [radius + long * Math.sin(2 * Math.PI * part), radius - long * Math.cos(2 * Math.PI * part)];
  const circle = (r, more) => svg("circle", { cx: radius, cy: radius, r, ...CUT, ...more });
  const room = Math.min(0.24 * radius, count > 2 ? 1.2 * Math.sin(Math.PI / count) * radius : radius);
  const words = die.words.map((_, n) => {
    const face = { polygon: [], middle: at(0.78 * radius, n / count), room, turned: (360 * n) / count };
    return faceShape(face, look(die, n, isPlain));
  });
  const between = die.words.map((_, n) => line([[radius, radius], at(radius, (n + 0.5) / count)], { ...FOLD, "stroke-dasharray": "none" }));
  const name = svg("text", { x: radius, y: 1.3 * radius, ...SMALL, "text-anchor": "middle" }, `Spinner ${die.number}`);
  return { width: 2 * radius, height: 2 * radius, kind: "spinner", name: `Spinner ${die.number}`,
    shapes: [...(count > 1 ? between : []), ...words, circle(radius, {}), circle(0.5 * radius, { fill: "#ffffff" }),
      circle(0.95 * radius, { stroke: isPlain ? "#14181f" : die.fill, "stroke-width": 0.04 * radius }),
      circle(0.8, { fill: "#1a1a1a" }), name] };
}

/** The stickers of a die, each a face that stands on an edge, with the number of the die. */
function stickersOf(die, scale, isPlain) {
  const { solid: { faces: [{ polygon, middle, room, turned }] } } = die;
  const angle = (-turned * Math.PI) / 180;
  /** @type {(place: number[]) => number[]} */
  const upright = ([x, y]) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  const corners = polygon.map(upright);
  const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
  /** @type {(place: number[]) => number[]} */
  const moved = ([x, y]) => [x - left, y - top];
  const face = { polygon: corners.map(moved), middle: moved(upright(middle)), room, turned: 0 };
  const [width, height] = [0, 1].map((axis) => scale * Math.max(...face.polygon.map((corner) => corner[axis])));
  const highest = face.polygon.reduce((best, corner) => (corner[1] < best[1] - 1e-3 ? corner : best));
  const [x, y] = face.middle.map((value, axis) => value + 0.72 * (highest[axis] - value));
  const [fill, ink] = isPlain ? ["#ffffff", "#14181f"] : [die.fill, die.ink];
  return die.words.map((_, n) => ({ width, height, name: `Stickers of die ${die.number}`, shapes: [
    svg("g", { transform: `scale(${scale})` }, faceShape(face, look(die, n, isPlain)),
      svg("circle", { cx: x, cy: y, r: 0.22 * room, fill }),
      svg("text", { ...SMALL, x, y: y + 0.1 * room, "font-size": 0.28 * room, "text-anchor": "middle", fill: ink }, String(die.number))),
    svg("polygon", { points: face.polygon.map((corner) => corner.map((value) => value * scale)).join(" "), ...CUT })] }));
}

/**
 * The sheets of some dice as pictures in their true size.
 * @param {any[]} dice those of `paperDice`
 * @param {{parts: string[], size: number, paper: string, title: string, isPlain: boolean, unit: number}} wanted
 */
export function sheetsOf(dice, { parts, size, paper, title, isPlain, unit }) {
  const [wide, high] = PAPERS[paper];
  const room = [wide - 2 * MARGIN, high - HEAD - FOOT];
  const scale = size / unit;
  const solids = dice.filter(({ solid }) => solid);
  const nets = !parts.includes("nets") ? [] : [...solids.map((die) => netOf(die, scale, isPlain)),
    ...dice.filter(({ solid, words }) => !solid && words.length).map((die) => spinnerOf(die, isPlain))];
  const stickers = parts.includes("stickers") ? solids.map((die) => stickersOf(die, scale, isPlain)) : [];
  const pages = [...arranged(nets, room, GAP), ...arranged(rows(stickers, room[0]), room, GAP)];
  return pages.map((page, n) => {
    const foot = `${title} · page ${n + 1} of ${pages.length}`;
    const drawn = page.map(({ box, x, y }) =>
      svg("g", { transform: `translate(${MARGIN + x} ${HEAD + y})`, "aria-label": box.name }, box.shapes));
    const sheet = svg("svg", { viewBox: `0 0 ${wide} ${high}`, width: `${wide}mm`, height: `${high}mm`,
      preserveAspectRatio: "xMidYMin slice", role: "img", "aria-label": foot },
    svg("text", { x: MARGIN, y: 11, ...SMALL, "font-size": 3.6 },
      [...new Set(page.map(({ box }) => NOTES[box.kind]))].join(" ")), drawn, ruler(high),
    svg("text", { x: wide - MARGIN, y: high - 8, ...SMALL, "text-anchor": "end" }, foot));
    return h("figure", { class: `sheet ${paper}` }, sheet);
  });
}

/** The stickers of each die as one box: rows of equal stickers that touch, so that one cut goes through a row. */
function rows(stickers, wide) {
  return stickers.flatMap((all) => {
    const [{ width, height, name }] = all;
    const across = Math.max(1, Math.min(all.length, Math.floor(wide / width)));
    return Array.from({ length: Math.ceil(all.length / across) }, (_, row) => {
      const shown = all.slice(row * across, (row + 1) * across);
      return { width: shown.length * width, height, kind: "sticker", name, shapes: shown.map(({ shapes }, n) =>
        svg("g", { transform: `translate(${n * width} 0)` }, shapes)) };
    });
  });
}

function ruler(high) {
  const y = high - 14;
  const ticks = Array.from({ length: 51 }, (_, n) => `M${MARGIN + n} ${y}v${n % 10 ? (n % 5 ? -1.2 : -2) : -3}`).join("");
  return svg("g", {}, svg("path", { d: `M${MARGIN} ${y}h50${ticks}`, ...CUT, "stroke-width": 0.2 }),
    svg("text", { x: MARGIN, y: y + 4.4, ...SMALL }, "50 mm. If a ruler disagrees, print again at 100 %."));
}
