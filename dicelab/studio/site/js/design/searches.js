/** The panel of searches (repair, improve, design, evolve): of the server where there is one, else of the page. */
import { DiceSet } from "../parts/dice.js";
import { announce, at, button, fill, grouped, h, svg } from "../parts/dom.js";
import { OBJECTIVES } from "../search/question.js";
import { replaceBy } from "./my-sets.js";
import { PageJobs } from "./page-jobs.js";
import { dicePicture, showBoard, Work } from "./panel-parts.js";
import { keep } from "./server-panels.js";

const ENDED = { done: "Finished.", cancelled: "Cancelled.", failed: "Failed." };
const ON_A_SET = ["repair", "improve"];
const numbers = (text) => text.match(/\d+/g)?.map(Number);
/** How the values of the form are read; others are numbers. */
const READ = { verb: String, goal: String, objectives: Array.of, invariant: Array.of, constraint: Array.of,
  sizes: numbers, kept: numbers };

/** The searches of the server, or those of the page, which are the same for all that ask. */
const jobsOf = (page) => page.engine.jobs ?? (page.ownJobs ??= new PageJobs(page));

/** Show the searches for the puzzle of the page, those before a reload too, and begin others. */
export function mountJobs(page) {
  const { engine, puzzle, studio } = page;
  const [list, work] = [at("jobs"), new Work(at("search-said"))];
  const form = /** @type {SearchForm} */ (at("search"));
  const here = engine.jobs ? "server" : "page";

  function show() {
    for (const part of /** @type {NodeListOf<HTMLLabelElement>} */ (form.querySelectorAll("[data-verbs], [data-by]"))) {
      const { verbs, by } = part.dataset;
      part.hidden = Boolean((by && by !== here) || (verbs && !verbs.split(" ").includes(form.verb.value)));
      // Fields that are disabled don't belong to the question.
      const control = /** @type {HTMLInputElement | null} */ (part.control);
      if (control) control.disabled = Boolean(part.hidden);
    }
  }

  if (engine.jobs) {
    const option = ({ name }) => new Option(name.replaceAll("-", " "), name);
    form.invariant.append(...puzzle.symmetries.slice(1).map(option));
    form.objectives.append(...studio.objectives.map(({ name, text }) => new Option(`${name}: ${text}`, name)));
    at("constraints").append(...studio.constraints.map((value) => h("option", { value })));
  }
  for (const one of form.querySelectorAll("option[data-by]")) if (one.dataset.by !== here) one.remove();
  form.verb.onchange = show;
  form.onsubmit = (event) => {
    event.preventDefault();
    const asked = [...new FormData(form)].filter(([, value]) => value)
      .map(([name, value]) => [name, (READ[name] ?? Number)(value)]);
    work.run("Starting …", (options) => begin(page, Object.fromEntries(asked), page.set, list, options));
  };
  show();
  work.run("Looking for earlier searches …", async (options) => {
    const own = (await jobsOf(page).list(options)).filter((job) => job.puzzle === puzzle.text);
    list.append(...own.map((job) => jobCard(page, job)));
  });
}

/** Begin a search, {verb, …options}, and put it at the head of a list. */
export async function begin(page, { verb, ...asked }, set, list, options = {}) {
  if (ON_A_SET.includes(verb) && set.trouble) throw new Error(set.trouble);
  list.prepend(jobCard(page, await jobsOf(page).start(verb, set, asked, options)));
  announce("The search has begun.");
}

function jobCard(page, job) {
  const jobs = jobsOf(page);
  const title = at("search").querySelector(`[value=${job.verb}]`).textContent;
  const [place, best, line] = [h("div"), h("div", { class: "one" }), h("div")];
  const [values, standing] = [[], h("p")];
  const card = h("article", { class: "job", "aria-label": title }, h("h3", {}, title), place, line, best);
  const work = new Work(place, () => jobs.cancel(job.id));
  const pause = button("Pause", () => {
    jobs.pause(job.id, !job.isPaused);
    pause.textContent = job.isPaused ? "Go on" : "Pause";
    announce(job.isPaused ? `${title}: paused.` : `${title}: goes on.`);
  });

  function show({ state, progress, best: found }, event) {
    const [done, total, what] = progress ?? [];
    const stage = what ? `${what}${total && !jobs.pause ? ` ${done} of ${total}` : ""}`
      : state === "waiting" ? "Waiting until another search has ended …" : "Starting the worker …";
    work.tell(state === "stopping" ? "Stopping …" : stage, done, total);
    if (event === "improvement") values.push(found);
    // The line of progress has a newer bound than a set that was found before.
    standing.hidden = /^(best|nearest)/.test(what ?? "");
    fill(line, curve(job.course ? ofPage(job) : ofServer(values)));
    // What is drawn already stays, and with it the focus.
    if (event !== "progress") draw(found);
  }

  function draw(found, hasEnded = false) {
    const set = found && DiceSet.parse(found.dice, page.puzzle, job.name ?? `${job.verb} ${job.id}`);
    const save = () => work.run("Saving …", () => keep(page, set));
    const remove = () => work.run("Removing …", () => jobs.cancel(job.id).then(() => card.remove()));
    if (hasEnded) standing.hidden = false;
    fill(standing, found?.standing);
    const take = () => {
      replaceBy(page, set, `The set of “${title}” is on the painting board.`);
      showBoard();
    };
    fill(best, set && [dicePicture(page, "The best set so far", set), standing],
      h("p", { class: "row" }, set && button("Take it", take), jobs.pause && !hasEnded && pause,
        set && hasEnded && page.engine.archive && !found.failing && button("Save to the archive", save),
        hasEnded && button("Remove", remove)));
  }

  function outcome({ state, best: found, error, standing: said }) {
    const words = `${ENDED[state]} ${error ?? (found && !job.course ? "" : said || (found ? "" : "No set was found."))}`;
    announce(`${title}: ${words}`);
    if (job.course) fill(line, curve(ofPage(job)));
    draw(found, true);
    return h("p", { role: "status" }, words);
  }

  if (job.state in ENDED) work.show(outcome(job));
  else {
    work.run("", async () => outcome(await jobs.follow(job.id, show)));
    show(job);
  }
  return card;
}

/** The course of a search of the page: by steps, and once every roll can be solved, the value that is to be better. */
function ofPage({ course: { history, steps, bound }, objective }) {
  const solved = history.filter(({ failing }) => !failing);
  const isSolved = solved.length > 0 && objective !== "solvable";
  const points = isSolved ? solved.map((one) => [one.steps, one.value]) : history.map((one) => [one.steps, one.failing]);
  return { points, end: steps, noun: OBJECTIVES[isSolved ? objective : "solvable"].noun, bound: isSolved ? bound : null,
    within: `${grouped(steps)} steps` };
}

/** The course of a search of the server: the failing rolls by seconds. */
function ofServer(values) {
  const end = values.at(-1)?.seconds;
  return { points: values.map(({ failing, seconds }) => [seconds, failing]), end, noun: "failing rolls", bound: null,
    within: end && `${end.toFixed(1)} seconds` };
}

/** The best value over time as stairs, and its bound as a line; nothing where it would be flat. */
function curve({ points, end, noun, bound, within }) {
  const values = points.map(([, value]) => value);
  const [least, most] = [Math.min(0, ...values), Math.max(bound ?? 0, ...values)];
  if (points.length < 2 || most === least || !end) return null;
  const high = (value) => 30 - (30 * (value - least)) / (most - least);
  const stairs = points.flatMap(([at_, value], n) => {
    const x = (100 * at_) / end;
    return n ? [`${x},${high(values[n - 1])}`, `${x},${high(value)}`] : [`${x},${high(value)}`];
  });
  const words = `Best set, ${noun}: from ${grouped(values[0])} to ${grouped(values.at(-1))} in ${within}`;
  const limit = bound === null ? "" : `; at most ${grouped(bound)} are possible`;
  return h("figure", { class: "curve" },
    svg("svg", { viewBox: "-1 -1 102 32", preserveAspectRatio: "none", role: "img", "aria-label": words + limit },
      bound === null ? "" : svg("line", { x1: 0, x2: 100, y1: high(bound), y2: high(bound) }),
      svg("polyline", { points: [...stairs, `100,${high(values.at(-1))}`].join(" ") })),
    h("figcaption", {}, `${words}${limit}.`));
}
