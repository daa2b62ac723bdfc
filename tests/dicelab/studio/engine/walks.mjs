// Answers questions about dice sets as the page's worker does, and prints what was found; the questions are in QUESTIONS.
import { readFileSync } from "node:fs";

const { site, document, asked } = JSON.parse(readFileSync(process.env.QUESTIONS, "utf8"));
const at = (name) => import(`${site}/${name}.js`);
const [{ Model }, { Search }, { Verdicts }] = [await at("engine/model"), await at("engine/search"), await at("engine/verdict")];
const [{ Boards }, { Question }, { Swaps }] = [await at("search/boards"), await at("search/question"), await at("search/swaps")];
const [{ Random }, { trade }, { walk }] = [await at("search/random"), await at("search/tabu"), await at("search/walks")];

Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const model = new Model(document);
const search = new Search(model);
const engine = { model, search, verdicts: new Verdicts(model, search) };
const boards = await Boards.of(engine, null, true, async () => {});

const answers = asked.map(({ steps, ...question }) => {
  try {
    let seen = null;
    for (const standing of walk(new Question(model, question), boards)) {
      seen = standing.seen;
      if (seen.steps >= steps) break;
    }
    return seen;
  } catch ({ message }) {
    return { message };
  }
});

// What is said of swaps, and what is counted after them.
const [random, swaps, number] = [new Random(1), new Swaps(model, [3]), boards.below(1)];
const effects = Array.from({ length: 30 }, () => {
  const owner = Int8Array.from({ length: model.size }, () => random.below(model.blockers + 1) - 1);
  const failing = swaps.scan(owner, boards, number);
  const pair = random.pick(swaps.open(owner));
  const [before, said] = [[...owner], swaps.after(...pair)];
  trade(owner, pair);
  return { owner: before, failing, pair, said, counted: swaps.scan(owner, boards, number) };
});
process.stdout.write(JSON.stringify({ answers, effects, ends: boards.ends }));
