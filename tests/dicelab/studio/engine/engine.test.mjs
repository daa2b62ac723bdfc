// The page's engine, as it is, answers as Python does; the questions and Python's answers are in VECTORS.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { puzzles, engine } = JSON.parse(readFileSync(process.env.VECTORS, "utf8"));

// Node 20 has no Map.groupBy, which browsers have had since 2024.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

// What a worker has beside a module.
const waiting = new Map();
globalThis.onmessage = null;
globalThis.postMessage = ({ id, value, error, progress }) => {
  if (progress) return;
  const { resolve, reject } = waiting.get(id);
  if (error) reject(new Error(error));
  else resolve(value);
};
await import(engine);

let next = 0;
const ask = (method, ...given) => new Promise((resolve, reject) => {
  waiting.set(next, { resolve, reject });
  globalThis.onmessage({ data: { id: next++, method, given: structuredClone(given) } });
});

for (const { name, document, boards, sets } of puzzles) {
  test(name, async () => {
    await ask("open", document, "");
    for (const { board, tilings, orbit } of boards) {
      assert.deepEqual(await ask("count", board), { tilings, exact: true }, `tilings of ${board}`);
      const { solvable, tiling } = await ask("solve", board);
      assert.equal(solvable, tilings > 0);
      if (tiling) {
        const covered = tiling.flatMap(({ cells }) => cells);
        assert.deepEqual([...covered, ...board].sort((a, b) => a - b), [...document.cells.keys()]);
      }
      assert.equal((await ask("explain", board)).solvable, tilings > 0);
      assert.deepEqual((await ask("orbit", board)).map(String).sort(), orbit.map(String).sort());
    }
    for (const { dice, verdict } of sets) assert.deepEqual(await ask("verdict", dice, {}), verdict);
  });
}

// The channel of the worker keeps the process alive.
test.after(() => setTimeout(() => process.exit(), 100));
