// Puzzles that are drawn in the page are what Python says they are; the files and Python's answers are in VECTORS.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { site, known: exported, puzzles, wrong, verdicts } = JSON.parse(readFileSync(process.env.VECTORS, "utf8"));
const [{ documentOf }, { readFile, writeFile }, { OwnPuzzle, withNames }] = await Promise.all(
  ["document", "file", "own"].map((name) => import(`${site}/js/puzzle/${name}.js`)));
const [{ Model }, { Search }, { Verdicts }] = await Promise.all(
  ["model", "search", "verdict"].map((name) => import(`${site}/js/engine/${name}.js`)));
const known = withNames(exported);

/** Lengths are rounded in two languages. */
function same(found, wanted, where) {
  if (typeof wanted === "number" && !Number.isInteger(wanted)) return assert.ok(Math.abs(found - wanted) < 0.0101, where);
  if (wanted === null || typeof wanted !== "object") return assert.equal(found, wanted, `${where}: ${found} ${wanted}`);
  assert.deepEqual(Object.keys(found), Object.keys(wanted), where);
  for (const name of Object.keys(wanted)) same(found[name], wanted[name], `${where}.${name}`);
}

for (const { name, file, text, document } of puzzles) {
  test(name, () => {
    const own = readFile(file, known);
    assert.equal(own.format(), text);
    assert.equal(writeFile(own), file);
    assert.equal(OwnPuzzle.ofId(own.id, known).id, own.id);
    const found = JSON.parse(JSON.stringify(documentOf(own)));
    for (const field of ["id", "name", "title", "orbits", "sets"]) delete found[field];
    same(found, document, name);
  });
}

test("what is no puzzle gets one line", () => {
  for (const [file, words] of wrong) {
    assert.throws(() => readFile(file, known), ({ message }) => {
      assert.match(message, new RegExp(words));
      assert.ok(!message.includes("\n") && message.length < 160, message);
      return true;
    }, file.slice(0, 200));
  }
  for (const id of ["own-", "own-%%", "own-////", `own-${btoa("6x6/7:I1")}`, `own-${btoa("26x99/0:L3")}`, `own-${"A".repeat(1e6)}`,
    `own-${btoa("2x2/2:I2;title=\u0000")}`, `own-${btoa("2x2/2:I2;title=%zz")}`]) {
    assert.throws(() => OwnPuzzle.ofId(id, known), Error, id.slice(0, 40));
  }
});

test("without a table rolls are searched: first a sample, then all, and of too many a sample alone", async () => {
  for (const { text, dice, rolls, failing, share } of verdicts) {
    const model = new Model(documentOf(OwnPuzzle.parse(text, known)));
    const seen = [];
    const verdict = await new Verdicts(model, new Search(model)).judge(dice, async (...told) => { seen.push(told); });
    assert.equal(verdict.rolls, rolls);
    assert.ok(seen.every(([done, all, bad]) => bad <= done && done <= all), "what is told on the way");
    if (failing !== null) {
      assert.deepEqual([verdict.complete, verdict.checked, verdict.failing], [true, verdict.boards, failing]);
      continue;
    }
    assert.deepEqual([verdict.complete, verdict.checked], [false, 10_000]);
    // Six standard deviations of a share of 10,000.
    assert.ok(Math.abs(verdict.failing / verdict.checked - share) < 6 * Math.sqrt((share * (1 - share)) / 10_000));
  }
});
