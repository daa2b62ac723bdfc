// Dice as the pages throw and print them; VECTORS has the folder of the modules, the solids and a puzzle.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { site, solids, puzzle } = JSON.parse(readFileSync(process.env.VECTORS, "utf8"));
const read = (name) => import(new URL(name, site).href);
const { onTop } = await read("parts/throw.js");
const { paperDice } = await read("parts/paper-dice.js");
const { rolledFaces } = await read("parts/blockers.js");
const { Puzzle } = await read("engine/puzzle.js");
const { DiceSet } = await read("parts/dice.js");
const { chanceOfFewer } = await read("engine/odds.js");
const { arranged } = await read("dice/sheets.js");

const game = new Puzzle(puzzle);

test("the face that is rolled lies on top, with its word upright", () => {
  for (const { faces } of Object.values(solids.solids)) {
    for (const face of faces) {
      const turned = onTop(face).map((row) => [0, 1, 2].map((n) => row.reduce((sum, x, k) => sum + x * face.place[k][n], 0)));
      const angle = (face.turned * Math.PI) / 180;
      const word = turned.map(([right, down]) => right * Math.cos(angle) + down * Math.sin(angle));
      [1, 0, 0].forEach((wanted, axis) => assert.ok(Math.abs(word[axis] - wanted) < 1e-3));
      // All corners of the face are level, and the middle of the solid is below them.
      const levels = face.polygon.map(([x, y]) => turned[2][0] * x + turned[2][1] * y + turned[2][2]);
      assert.ok(Math.max(...levels) - Math.min(...levels) < 1e-2);
      assert.ok(Math.abs(levels[0] - solids.size / 2) < 1e-2);
    }
  }
});

test("a solid shows each face of a die equally often, and 7 faces have none", () => {
  const numbers = [1, 2, 3, 4, 5, 7, 20];
  const dice = numbers.map((number) => Array.from({ length: number }, (_, cell) => cell));
  const made = paperDice(new DiceSet(game, dice), solids);
  assert.deepEqual(made.map(({ solid }) => solid?.faces.length ?? null), [6, 6, 6, 8, 10, null, 20]);
  for (const [n, { cells }] of made.entries()) {
    const times = numbers[n] === 7 ? 1 : cells.length / numbers[n];
    for (const cell of dice[n]) assert.equal(cells.filter((other) => other === cell).length, times);
  }
});

test("a roll shows every face, and never one cell twice", () => {
  const dice = [[0, 1], [1, 2], ...Array.from({ length: game.blockers - 2 }, (_, die) => [10 + die])];
  const seen = new Set();
  for (let n = 0; n < 200; n += 1) seen.add(rolledFaces(game, dice).slice(0, 2).join());
  assert.deepEqual([...seen].sort(), ["0,0", "0,1", "1,1"]);
});

test("the chance of fewer tilings is that over all pairs of rolls, ties as halves", () => {
  const [one, other] = [[1, 1, 4, 9], [0, 1, 4, 4, 7]];
  const tally = (values) => [...new Set(values)].sort((a, b) => a - b)
    .map((value) => [value, values.filter((same) => same === value).length / values.length]);
  const pairs = one.flatMap((x) => other.map((y) => (x < y ? 1 : x === y ? 0.5 : 0)));
  const wanted = pairs.reduce((sum, x) => sum + x) / pairs.length;
  assert.ok(Math.abs(chanceOfFewer(tally(one), tally(other)) - wanted) < 1e-12);
  assert.ok(Math.abs(chanceOfFewer(tally(other), tally(one)) - (1 - wanted)) < 1e-12);
});

test("boxes on a page neither overlap nor leave it", () => {
  const boxes = Array.from({ length: 60 }, (_, n) => ({ width: 20 + ((n * 37) % 60), height: 10 + ((n * 53) % 80) }));
  const pages = arranged(boxes, [186, 263], 4);
  assert.deepEqual(pages.flat().map(({ box }) => box), boxes);
  for (const page of pages) {
    for (const [n, { box, x, y }] of page.entries()) {
      assert.ok(x >= 0 && y >= 0 && x + box.width <= 186 && y + box.height <= 263);
      for (const other of page.slice(0, n)) {
        assert.ok(other.x + other.box.width <= x || x + box.width <= other.x
          || other.y + other.box.height <= y || y + box.height <= other.y);
      }
    }
  }
});
