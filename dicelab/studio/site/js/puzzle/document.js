/** The document of a puzzle of one's own, as dicelab/studio/documents.py writes those of the studio. */
import { Puzzle } from "../engine/puzzle.js";
import { Layout, byPlace, keyOf, rotationsOf, shapeOf } from "./lattice.js";
import { placementsOn } from "./piece.js";

/** The document with all that pages and the engine ask of a puzzle; it has no table of boards. */
export function documentOf(own) {
  const { lattice, points, index, known, labels, names, blockers } = own;
  const about = known.lattices.find(({ name }) => name === lattice.name);
  const layout = new Layout(lattice, points);
  const copies = own.pieces.flatMap(({ piece, copies: number }) => Array(number).fill(piece));
  const text = own.format();
  return {
    schema: "dicelab/studio-puzzle/1",
    id: own.id,
    name: "",
    title: own.title || `My puzzle ${own.geometry().split(/[-@]/)[0]}`,
    text,
    cell_name: about.cell_name,
    cell_plural: lattice.name,
    width: layout.width,
    height: layout.height,
    inradius: layout.inradius,
    cells: points.map((point, cell) => ({
      label: labels[cell],
      polygon: layout.corners(point),
      middle: layout.middle(point),
      neighbours: neighboursOf(own, point),
      colour: lattice.colour(point),
    })),
    holes: holesOf(own),
    colours: about.colours,
    blockers,
    always_free: [],
    regions: [],
    pieces: own.pieces.map(({ piece }) => pieceOf(piece, copies, names, points, index, known)),
    symmetries: symmetriesOf(own, copies, about),
    dice_fills: known.fills,
    dice_inks: known.inks,
    sets: own.dice.length ? [{ name: own.title || "dice of the file", title: "Dice of the puzzle", dice: own.dice }] : [],
    day: { text, dice: null },
    boards: choose(points.length, blockers),
    orbits: null,
    unsolvable: null,
    tilings: null,
  };
}

export const puzzleOf = (own) => new Puzzle(documentOf(own));

const neighboursOf = ({ lattice, index }, point) =>
  lattice.neighbours(point).map((near) => index.get(keyOf(near))).filter((cell) => cell !== undefined).sort((a, b) => a - b);

function holesOf(own) {
  if (!own.hasRows) return [];
  const { points, lattice, index, corner: [top, left], places } = own;
  const [rows, columns] = lattice.name === "squares" ? places
    : [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) + 1);
  const found = [];
  for (let row = top; row < rows; row++) {
    for (let column = left; column < columns; column++) {
      const point = [row, column];
      if (!index.has(keyOf(point)) && lattice.has(point)) found.push(own.rowAndColumn(point));
    }
  }
  return found;
}

function pieceOf(piece, copies, names, points, index, { copy_labels: characters, fills, inks }) {
  const numbers = [...copies.keys()].filter((number) => copies[number] === piece);
  const name = names.of(piece);
  const shown = (colours) => numbers.map((number) => colours[number % colours.length]);
  return {
    name,
    order: piece.order,
    copies: numbers.length,
    labels: numbers.map((number) => (name.length <= 3 ? name : characters[number])),
    fills: shown(fills),
    inks: shown(inks),
    orientations: piece.orientations.map((shape) => orientationOf(shape, piece)),
    placements: placementsOn(piece, points, index),
  };
}

function orientationOf(shape, { lattice, orientations, flips }) {
  const layout = new Layout(lattice, shape);
  const place = (turn) => {
    const turned = String(shapeOf(lattice, shape.map(turn)));
    return orientations.findIndex((other) => String(other) === turned);
  };
  return {
    polygons: shape.map((point) => layout.corners(point)),
    width: layout.width,
    height: layout.height,
    turned: place(rotationsOf(lattice)[1]),
    flipped: flips ? place(lattice.turns[lattice.turns.length / 2]) : null,
  };
}

/** The turns of the lattice that keep the board, each permutation once; reflections only where the pieces have backs. */
function symmetriesOf({ lattice, points }, copies, { turns }) {
  const keys = (pieces) => pieces.map(({ key }) => key).sort().join();
  const flips = keys(copies) === keys(copies.map((piece) => piece.reflected));
  const shape = String(shapeOf(lattice, points));
  const found = new Map();
  for (const [number, turn] of (flips ? lattice.turns : rotationsOf(lattice)).entries()) {
    const turned = points.map(turn);
    if (String(shapeOf(lattice, turned)) !== shape) continue;
    const ranks = new Map([...turned].sort(byPlace).map((point, cell) => [keyOf(point), cell]));
    const permutation = turned.map((point) => ranks.get(keyOf(point)));
    if (!found.has(String(permutation))) found.set(String(permutation), { ...turns[number], permutation });
  }
  return [...found.values()];
}

function choose(all, some) {
  let found = 1;
  for (let n = 0; n < some; n++) found = (found * (all - n)) / (n + 1);
  return Math.round(found);
}
