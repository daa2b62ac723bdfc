/** The panel of searches that the server runs: repair, improve, design and evolve. */

import { keep } from "./archive.js";
import { DiceSet } from "./dice.js";
import { announce, button, counted, fill, h } from "./dom.js";
import { fault, needsServer, smallBoard, takeButton } from "./panel-parts.js";

const VERBS = {
  repair: ["Mend the painted dice", "Finds the fewest faces to write anew so that every roll can be solved."],
  improve: ["Improve the painted dice", "Moves cells between the dice so that the hardest roll gets easier."],
  design: ["Design new dice", "Tries all possibilities in a clever order, and can prove that no such dice exist."],
  evolve: ["Evolve new dice", "Lets many sets compete, and breeds the next ones from the best."],
};
const GOALS = { "": "every roll can be solved", fewest: "the hardest roll is easier", variation: "all rolls are alike",
  perimeter: "the cells of a die are together" };
const ENDED = { done: "Finished.", cancelled: "Cancelled.", failed: "Failed." };
const ON_A_SET = ["repair", "improve"];

export function jobsPanel(page) {
  if (!page.engine.jobs) {
    return { body: [h("p", {}, "The computer can mend, improve, design and evolve dice."), needsServer()] };
  }
  const [list, said, about] = [h("div", { class: "jobs" }), h("div"), h("p", { class: "hint" })];
  const number = (value, max) => h("input", { type: "number", min: 1, max, value, required: true });
  const choice = (words) => h("select", {}, words.map(([value, text]) => h("option", { value }, text)));
  const verb = choice(Object.entries(VERBS).map(([value, [title]]) => [value, title]));
  const seconds = number(60, 3600);
  /** The option of the API: its title, control, verbs, and how its value is read. */
  const fields = Object.entries({
    min_tilings: ["Fewest tilings of any roll", number(1, 100_000), [...ON_A_SET, "design"], Number],
    changes: ["Faces that may change", number(4, 400), ["improve"], Number],
    objectives: ["Until", choice(Object.entries(GOALS)), ["evolve"], (goal) => [goal]],
    sizes: ["Different cells on each die, such as 6 6 5", h("input", { type: "text", placeholder: "as even as possible" }),
      ["design", "evolve"], (text) => (text.match(/\d+/g) ?? []).map(Number)],
    invariant: ["Symmetry of the set", choice([["", "any"], ...page.puzzle.symmetries.slice(1).map(({ name }) =>
      [name, name.replaceAll("-", " ")])]), ["design"], (name) => [name]],
  }).map(([option, [title, control, verbs, read]]) => ({ option, control, verbs, read, label: h("label", {}, title, control) }));

  function show() {
    about.textContent = VERBS[verb.value][1];
    for (const { label, verbs } of fields) label.hidden = !verbs.includes(verb.value);
  }

  function start(event) {
    event.preventDefault();
    const asked = fields.filter(({ label, control }) => !label.hidden && control.value);
    const options = Object.fromEntries(asked.map(({ option, control, read }) => [option, read(control.value)]));
    begin(page, verb.value, page.set, { ...options, seconds: Number(seconds.value) }, list, said);
  }

  verb.addEventListener("change", show);
  show();
  earlier(page).then((jobs) => list.append(...jobs.map((job) => jobCard(page, job))), (error) => fill(said, fault(error)));
  return { body: [
    h("form", { onsubmit: start }, h("div", { class: "options" }, h("label", {}, "What to do", verb),
      h("label", {}, "Seconds at most", seconds), fields.map(({ label }) => label)), about,
    h("button", { type: "submit", class: "main" }, "Start the search")), said, list,
  ] };
}

/** The searches for this puzzle that were begun before, also those before a reload of the page. */
async function earlier({ engine: { jobs }, puzzle }) {
  const all = await Promise.all((await jobs.list()).map(({ id }) => jobs.get(id)));
  return all.filter((one) => one.arguments.puzzle === puzzle.text).map(({ job }) => job);
}

/** The exact mend of some dice by the server, or how to get it. */
export function repairPart(page, set) {
  if (!page.engine.jobs) return needsServer("The exact answer for any number of faces needs");
  const [list, said] = [h("div"), h("div")];
  const start = () => begin(page, "repair", set, { seconds: 120 }, list, said);
  return h("div", {}, h("p", {}, button("Search with any number of faces", start)), said, list);
}

async function begin(page, verb, set, options, list, said) {
  fill(said);
  try {
    if (ON_A_SET.includes(verb) && set.trouble) throw new Error(set.trouble);
    list.prepend(jobCard(page, await page.engine.jobs.start(verb, set, options)));
    announce("The search has begun.");
  } catch (error) {
    fill(said, fault(error));
  }
}

/** A job with its progress and its best set so far, until it ends. */
function jobCard(page, job) {
  const [title] = VERBS[job.verb];
  const bar = h("progress", { "aria-label": `Progress of: ${title}` });
  const [words, best, said] = [h("span"), h("div", { class: "one" }), h("div", { role: "status" })];
  const failed = (error) => fill(said, fault(error));
  const stop = button("Cancel", () => page.engine.jobs.cancel(job.id).then(() => {
    if (stop.textContent === "Remove") card.remove();
  }, failed));
  const card = h("article", { class: "job", "aria-label": title },
    h("h3", {}, title), h("p", { class: "row" }, bar, words, stop), best, said);
  let drawn = "";

  function show({ state, progress, best: found, error, standing }) {
    const end = ENDED[state];
    const [done, total, what] = progress ?? [];
    bar.hidden = Boolean(end);
    stop.textContent = end ? "Remove" : "Cancel";
    if (total) Object.assign(bar, { max: total, value: done });
    words.textContent = end ? `${end} ${error ?? ""}` : state === "stopping" ? "Stopping …"
      : [what, total && `${done} of ${total}`].filter(Boolean).join(" ") || "Waiting for its turn …";
    if (found && JSON.stringify(found) !== drawn) draw(found);
    if (end && !found) fill(best, h("p", {}, standing ?? "No set was found."));
  }

  function draw(found) {
    drawn = JSON.stringify(found);
    const set = DiceSet.parse(found.dice, page.puzzle, `${job.verb} ${job.id}`);
    const cannot = found.failing ? `; ${counted(found.failing, "board")} cannot be filled yet` : "";
    fill(best, smallBoard(page, "The best set so far", set), h("p", {}, found.standing, cannot),
      h("p", { class: "row" }, takeButton(page, set, "Take it"),
        found.failing ? null : button("Save to the archive", () => keep(page, set, said))));
  }

  show(job);
  if (!ENDED[job.state]) {
    page.engine.jobs.follow(job.id, show).then(() => announce(`${title}: ${words.textContent}`), failed);
  }
  return card;
}
