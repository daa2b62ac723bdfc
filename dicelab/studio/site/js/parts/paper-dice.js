/** Dice as solids: the one that shows each face of a die equally often, and its faces drawn. */
import { readDocument } from "../engine/puzzle.js";
import { dieMark } from "./marks.js";
import { svg } from "./dom.js";

/** Digits that are read upside down as digits. */
const TURNED = { 0: "0", 1: "1", 6: "9", 8: "8", 9: "6" };
/** Corners of the disc that stands for a die without a solid, and its radius in millimetres. */
const [CORNERS, RADIUS] = [24, 9];

export const loadSolids = () => readDocument("data/solids.json", "dicelab/studio-solids/1");

/**
 * How each die of a set is made: `cells` has the cell of each face of its solid, or of each sector of a spinner
 * where no solid is fair.
 */
export function paperDice({ puzzle, dice }, { solids }) {
  return dice.map((faces, number) => {
    const sides = Object.keys(solids).map(Number).find((count) => faces.length && count % faces.length === 0);
    const cells = sides ? Array(sides / faces.length).fill(faces).flat() : faces;
    return { number: number + 1, ...dieMark(puzzle, number), solid: sides ? solids[sides] : null, cells,
      words: cells.map((cell) => puzzle.label(cell)), underlined: cells.map((cell) => isAmbiguous(puzzle, cell)) };
  });
}

/** Whether the label of a cell read upside down is the label of another one. */
export function isAmbiguous(puzzle, cell) {
  const label = puzzle.label(cell);
  const turned = [...label].reverse().map((character) => TURNED[character]);
  const read = turned.includes(undefined) ? label : turned.join("");
  return read !== label && puzzle.cell(read) !== undefined;
}

/**
 * Draw a face with its word; lengths are millimetres of the net, `paper` is the colour of the face.
 * @param {{polygon: number[][], middle: number[], room: number, turned: number}} face
 * @param {{word: string, isUnderlined?: boolean, shade: string, paper: string, ink: string}} look
 */
export function faceShape({ polygon, middle: [x, y], room, turned }, { word, isUnderlined = false, shade, paper, ink }) {
  const inside = polygon.map(([right, down]) => [right + 0.14 * (x - right), down + 0.14 * (y - down)]);
  const most = (polygon.length > 3 ? 1.1 : 0.8) * room;
  const size = Math.min(most / 1.1, most / Math.max(0.62 * word.length, 0.9));
  const half = 0.31 * size * word.length;
  return svg("g", {},
    svg("polygon", { points: polygon.join(" "), fill: paper }),
    svg("polygon", { points: inside.join(" "), fill: "none", stroke: shade, "stroke-width": 0.12 * room }),
    svg("g", { transform: `translate(${x} ${y}) rotate(${turned})`, fill: ink },
      svg("text", { y: 0.36 * size, "font-size": size, "text-anchor": "middle", "font-weight": "bold",
        "font-family": "sans-serif" }, word),
      isUnderlined && svg("path", { d: `M${-half} ${0.5 * size}H${half}`, stroke: ink, "stroke-width": 0.08 * size })));
}

/** A disc with the same word on both sides, which tumbles in place of a die without a solid. */
export function disc() {
  const angles = Array.from({ length: CORNERS }, (_, n) => (2 * Math.PI * n) / CORNERS);
  const polygon = angles.map((angle) => [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)]);
  const face = { polygon, middle: [0, 0], room: RADIUS, turned: 0 };
  return { radius: RADIUS, faces: [{ ...face, place: [[1, 0, 0], [0, -1, 0], [0, 0, 0]] },
    { ...face, place: [[-1, 0, 0], [0, -1, 0], [0, 0, 0]] }] };
}
