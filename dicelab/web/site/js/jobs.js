/** The panel of searches that the server runs: repair, improve, design and evolve. */

import { keep } from "./archive.js";
import { DiceSet } from "./dice.js";
import { announce, at, button, fill, h } from "./dom.js";
import { dicePicture, takeButton, Work } from "./panel-parts.js";

const ENDED = { done: "Finished.", cancelled: "Cancelled.", failed: "Failed." };
const ON_A_SET = ["repair", "improve"];
/** How the values of the form are read for the API; others are numbers. */
const sizes = (text) => text.match(/\d+/g)?.map(Number);
const READ = { verb: String, objectives: Array.of, invariant: Array.of, sizes };

/** Show the searches for the puzzle of the page, those before a reload too, and begin others. */
export function mountJobs(page) {
  const { engine: { jobs }, puzzle } = page;
  if (!jobs) return;
  const [form, list, work] = [at("search"), at("jobs"), new Work(at("search-said"))];

  function show() {
    for (const part of form.querySelectorAll("[data-verbs]")) {
      part.hidden = !part.dataset.verbs.split(" ").includes(form.verb.value);
      // What is disabled is no part of what is asked for.
      if (part.control) part.control.disabled = part.hidden;
    }
  }

  const option = ({ name }) => new Option(name.replaceAll("-", " "), name);
  form.invariant.append(...puzzle.symmetries.slice(1).map(option));
  form.verb.onchange = show;
  form.onsubmit = (event) => {
    event.preventDefault();
    const asked = [...new FormData(form)].filter(([, value]) => value)
      .map(([name, value]) => [name, (READ[name] ?? Number)(value)]);
    work.run("Starting …", () => begin(page, Object.fromEntries(asked), page.set, list));
  };
  show();
  work.run("Looking for earlier searches …", async (options) => {
    const own = (await jobs.list(options)).filter((job) => job.puzzle === puzzle.text);
    list.append(...own.map((job) => jobCard(page, job)));
  });
}

/** Begin a search, {verb, …options}, and put it at the head of a list. */
export async function begin(page, { verb, ...options }, set, list) {
  if (ON_A_SET.includes(verb) && set.trouble) throw new Error(set.trouble);
  list.prepend(jobCard(page, await page.engine.jobs.start(verb, set, options)));
  announce("The search has begun.");
}

/** A job with its progress and its best set so far. */
function jobCard(page, job) {
  const { jobs } = page.engine;
  const title = at("search").querySelector(`[value=${job.verb}]`).text;
  const [place, best] = [h("div"), h("div", { class: "one" })];
  const card = h("article", { class: "job", "aria-label": title }, h("h3", {}, title), place, best);
  const work = new Work(place, () => jobs.cancel(job.id));

  function show({ state, progress, best: found }, event) {
    const [done, total, what] = progress ?? [];
    const stage = what ? `${what}${total ? ` ${done} of ${total}` : ""}` : "Waiting for its turn …";
    work.tell(state === "stopping" ? "Stopping …" : stage, done, total);
    // What is drawn already stays, and with it the focus.
    if (event !== "progress") draw(found);
  }

  function draw(found, hasEnded = false) {
    const set = found && DiceSet.parse(found.dice, page.puzzle, `${job.verb} ${job.id}`);
    const save = () => work.run("Saving …", () => keep(page, set));
    const remove = () => work.run("Removing …", () => jobs.cancel(job.id).then(() => card.remove()));
    fill(best, set && [dicePicture(page, "The best set so far", set), h("p", {}, found.standing)],
      h("p", { class: "row" }, set && takeButton(page, set, "Take it"),
        set && hasEnded && !found.failing && button("Save to the archive", save),
        hasEnded && button("Remove", remove)));
  }

  function outcome({ state, best: found, error, standing }) {
    const words = `${ENDED[state]} ${error ?? (found ? "" : standing ?? "No set was found.")}`;
    announce(`${title}: ${words}`);
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
