/** The panel of searches that the server runs: repair, improve, design and evolve. */

import { DiceSet } from "./dice.js";
import { announce, counted, fill, h } from "./dom.js";
import { saveToArchive } from "./archive.js";
import { fault, needsServer, smallBoard, takeButton } from "./panel-parts.js";

const VERBS = {
  repair: ["Mend the painted dice", "Finds the fewest faces to write anew so that every roll can be solved."],
  improve: ["Improve the painted dice", "Moves cells between the dice as long as the hardest roll gets easier."],
  design: ["Design new dice", "Searches by exact methods, and can prove that there are no such dice."],
  evolve: ["Evolve new dice", "Breeds sets of dice from each other, as animals are bred."],
};
const ENDED = ["done", "failed", "cancelled"];

/** The panel with the form and all jobs. */
export function jobsPanel(page) {
  if (!page.engine.jobs) {
    return { body: [h("p", {}, "The computer can mend, improve, design and evolve dice."), needsServer()] };
  }
  const list = h("div", {});
  const said = h("div", {});
  const about = h("p", { class: "hint" });
  const named = (name, control) => Object.assign(control, { name, id: `job-${name}` });
  const number = (name, value, max, more = {}) => named(name, h("input", { type: "number", min: 1, max, value, ...more }));
  const verb = named("verb", h("select", { onchange: () => show() },
    Object.entries(VERBS).map(([value, [title]]) => h("option", { value }, title))));
  const fewest = number("fewest", 1, 100_000);
  const seconds = number("seconds", 60, 3600);
  const sizes = named("sizes", h("input", { type: "text", placeholder: "6 6 6 …", autocomplete: "off" }));
  const symmetry = named("symmetry", h("select", {}, h("option", { value: "" }, "none"),
    page.puzzle.symmetries.slice(1).map(({ name }) => h("option", { value: name }, name.replaceAll("-", " ")))));
  const field = (title, control) => h("label", {}, title, control);
  const [ofFewest, ofSizes, ofSymmetry] = [field("Solutions of every roll, at least", fewest),
    field("Different cells on each die", sizes), field("Symmetry of the set", symmetry)];

  function show() {
    about.textContent = VERBS[verb.value][1];
    ofFewest.hidden = !["repair", "design"].includes(verb.value);
    ofSizes.hidden = !["design", "evolve"].includes(verb.value);
    ofSymmetry.hidden = verb.value !== "design" || page.puzzle.symmetries.length < 2;
  }

  async function start(event) {
    event.preventDefault();
    const options = { seconds: Number(seconds.value) };
    if (!ofFewest.hidden) options.min_tilings = Number(fewest.value);
    const numbers = sizes.value.match(/\d+/g);
    if (!ofSizes.hidden && numbers) options.sizes = numbers.map(Number);
    if (!ofSymmetry.hidden && symmetry.value) options.invariant = [symmetry.value];
    await begin(page, verb.value, page.set, options, list, said);
  }

  show();
  let isFirst = true;
  const opened = async () => {
    if (!isFirst) return;
    isFirst = false;
    try {
      fill(list, (await page.engine.jobs.list()).map((job) => jobCard(page, job)));
    } catch (error) {
      fill(said, fault(error));
    }
  };
  return { opened, body: [
    h("form", { onsubmit: start }, h("div", { class: "options" }, field("What to do", verb), ofFewest, ofSizes, ofSymmetry,
      field("Seconds at most", seconds)), about, h("button", { type: "submit", class: "main" }, "Start the search")),
    said, h("h3", {}, "Searches"), list,
  ] };
}

/** The exact mend of some dice by the server, or how to get it. */
export function repairPart(page, set) {
  if (!page.engine.jobs) return h("p", { class: "hint" }, "The exact answer for any number of faces comes from dicelab on your own "
    , "computer: run ", h("code", {}, "dicelab web"), ".");
  const [list, said] = [h("div", {}), h("div", {})];
  const button = h("button", { type: "button", onclick: () => begin(page, "repair", set, { seconds: 120 }, list, said) },
    "Search for the exact answer, any number of faces");
  return h("div", {}, h("p", { class: "row" }, button), said, list);
}

async function begin(page, verb, set, options, list, said) {
  fill(said);
  try {
    if (["repair", "improve"].includes(verb) && set.trouble) throw new Error(set.trouble);
    const job = await page.engine.jobs.start(verb, set, options);
    list.prepend(jobCard(page, job));
    announce("The search has begun.");
  } catch (error) {
    fill(said, fault(error));
  }
}

/** A job with its progress and its best set, which goes on by itself until the job ends. */
function jobCard(page, job) {
  const [title] = VERBS[job.verb] ?? [job.verb];
  const bar = h("progress", { "aria-label": `Progress: ${title}` });
  const words = h("span", { class: "hint" });
  const best = h("div", {});
  const stop = h("button", { type: "button", onclick: () => page.engine.jobs.cancel(job.id).catch(failed) }, "Cancel");
  const card = h("article", { class: "job", "aria-label": title },
    h("h4", {}, title), h("p", { class: "row" }, bar, words, stop), best);
  let drawn = "";

  function failed(error) {
    words.textContent = error.message;
  }

  function show(now) {
    const ended = ENDED.includes(now.state);
    bar.hidden = ended;
    stop.hidden = ended;
    const [done, total, what] = now.progress ?? [];
    if (total) Object.assign(bar, { max: total, value: done });
    else bar.removeAttribute("value");
    words.textContent = ended ? { done: "Finished.", failed: now.error ?? "Failed.", cancelled: "Cancelled." }[now.state]
      : [what, total ? `${done} of ${total}` : "", now.seconds ? counted(Math.round(now.seconds), "second") : ""]
        .filter(Boolean).join(", ") || "Waiting for its turn …";
    if (now.best && now.best.dice !== drawn) showBest(now.best);
    if (ended && now !== job) announce(`${title}: ${words.textContent} ${now.best?.standing ?? "No set was found."}`);
    if (ended && !now.best) fill(best, h("p", {}, now.standing ?? "No set was found."));
  }

  function showBest({ dice, standing, failing }) {
    drawn = dice;
    const set = DiceSet.parse(dice, page.puzzle, `${job.verb} ${job.id.slice(0, 4)}`);
    const said = h("span", { role: "status" });
    const save = h("button", { type: "button", onclick: async () => {
      try {
        said.textContent = await saveToArchive(page, set);
      } catch (error) {
        said.textContent = error.message;
      }
    } }, "Save it to the archive");
    fill(best, smallBoard(page.puzzle, "The best set so far", { dice: set.dice }), h("p", {}, standing,
      failing ? ` ${counted(failing, "board")} cannot be solved yet.` : ""),
    h("p", { class: "row" }, takeButton(page, set, "Take it"), failing ? null : save, said));
  }

  show(job);
  if (!ENDED.includes(job.state)) page.engine.jobs.follow(job.id, show).catch(failed);
  return card;
}
