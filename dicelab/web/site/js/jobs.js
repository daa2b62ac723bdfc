/** The panel of searches that the server runs: repair, improve, design and evolve. */

import { keep } from "./archive.js";
import { DiceSet } from "./dice.js";
import { announce, counted, fill, h } from "./dom.js";
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

export function jobsPanel(page) {
  const about = h("p", { class: "hint" });
  if (!page.engine.jobs) {
    return { body: [h("p", {}, "The computer can mend, improve, design and evolve dice."), needsServer()] };
  }
  const [list, said] = [h("div", { class: "jobs" }), h("div")];
  const number = (value, max) => h("input", { type: "number", min: 1, max, value, required: true });
  const verb = h("select", { onchange: () => show() },
    Object.entries(VERBS).map(([value, [title]]) => h("option", { value }, title)));
  const [fewest, changes, seconds] = [number(1, 100_000), number(4, 400), number(60, 3600)];
  const goal = h("select", {}, Object.entries(GOALS).map(([value, text]) => h("option", { value }, text)));
  const sizes = h("input", { type: "text", placeholder: "as even as possible", autocomplete: "off" });
  const symmetry = h("select", {}, h("option", { value: "" }, "any"), page.puzzle.symmetries.slice(1).map(({ name }) =>
    h("option", { value: name }, name.replaceAll("-", " "))));
  const field = (title, control, verbs) => Object.assign(h("label", {}, title, control), { verbs });
  const fields = [
    field("What to do", verb), field("Seconds at most", seconds),
    field("Fewest tilings of any roll", fewest, ["repair", "improve", "design"]),
    field("Faces that may change", changes, ["improve"]),
    field("Until", goal, ["evolve"]),
    field("Different cells on each die, such as 6 6 5", sizes, ["design", "evolve"]),
    field("Symmetry of the set", symmetry, ["design"]),
  ];

  function show() {
    about.textContent = VERBS[verb.value][1];
    for (const one of fields) one.hidden = Boolean(one.verbs && !one.verbs.includes(verb.value));
  }

  function start(event) {
    event.preventDefault();
    const asked = (control) => !control.parentElement.hidden && control.value;
    const options = { seconds: Number(seconds.value) };
    if (asked(fewest)) options.min_tilings = Number(fewest.value);
    if (asked(changes)) options.changes = Number(changes.value);
    if (asked(goal)) options.objectives = [goal.value];
    if (asked(sizes)) options.sizes = sizes.value.match(/\d+/g)?.map(Number);
    if (asked(symmetry)) options.invariant = [symmetry.value];
    begin(page, verb.value, page.set, options, list, said);
  }

  show();
  earlier(page).then((jobs) => list.append(...jobs.map((job) => jobCard(page, job))), (error) => fill(said, fault(error)));
  return { body: [
    h("form", { onsubmit: start }, h("div", { class: "options" }, fields), about,
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
  return h("div", {}, h("p", {}, h("button", { type: "button", onclick: start }, "Search with any number of faces")), said, list);
}

async function begin(page, verb, set, options, list, said) {
  fill(said);
  try {
    if (["repair", "improve"].includes(verb) && set.trouble) throw new Error(set.trouble);
    list.prepend(jobCard(page, await page.engine.jobs.start(verb, set, options)));
    announce("The search has begun.");
  } catch (error) {
    fill(said, fault(error));
  }
}

/** A job with its progress and its best set so far, until it ends. */
function jobCard(page, job) {
  const title = VERBS[job.verb]?.[0] ?? job.verb;
  const bar = h("progress", { "aria-label": `Progress of: ${title}` });
  const [words, best, said] = [h("span"), h("div", { class: "one" }), h("div", { role: "status" })];
  const stop = h("button", { type: "button", onclick: () => {
    page.engine.jobs.cancel(job.id).then(() => stop.textContent === "Remove" && card.remove(), failed);
  } }, "Cancel");
  const failed = (error) => fill(said, fault(error));
  let drawn = "";

  function show(now) {
    const end = ENDED[now.state];
    const [done, total, what] = now.progress ?? [];
    bar.hidden = Boolean(end);
    stop.textContent = end ? "Remove" : "Cancel";
    if (total) Object.assign(bar, { max: total, value: done });
    else bar.removeAttribute("value");
    words.textContent = end ? `${end} ${now.error ?? ""}` : now.state === "stopping" ? "Stopping …"
      : [what, total && `${done} of ${total}`].filter(Boolean).join(" ") || "Waiting for its turn …";
    if (now.best && now.best.dice !== drawn) draw(now.best);
    if (end && !now.best) fill(best, h("p", {}, now.standing ?? "No set was found."));
    if (end && now !== job) announce(`${title}: ${end} ${best.textContent}`);
  }

  function draw({ dice, standing, failing }) {
    drawn = dice;
    const set = DiceSet.parse(dice, page.puzzle, `${job.verb} ${job.id}`);
    fill(best, smallBoard(page, "The best set so far", set),
      h("p", {}, standing, failing ? `; ${counted(failing, "board")} cannot be filled yet` : ""),
      h("p", { class: "row" }, takeButton(page, set, "Take it"), failing ? null
        : h("button", { type: "button", onclick: () => keep(page, set, said) }, "Save to the archive")));
  }

  const card = h("article", { class: "job", "aria-label": title },
    h("h3", {}, title), h("p", { class: "row" }, bar, words, stop), best, said);
  show(job);
  if (!ENDED[job.state]) page.engine.jobs.follow(job.id, show).catch(failed);
  return card;
}
