/** The panels that need a server: rules, searches (repair, improve, design, evolve) and the archive. */
import { DiceSet } from "../parts/dice.js";
import { announce, at, button, counted, fill, grouped, h, svg } from "../parts/dom.js";
import { boardRow, dicePicture, takeButton, Work } from "./panel-parts.js";
import { explained } from "../parts/words.js";

const ENDED = { done: "Finished.", cancelled: "Cancelled.", failed: "Failed." };
const ON_A_SET = ["repair", "improve"];
/** How the values of the form are read for the API; others are numbers. */
const READ = { verb: String, objectives: Array.of, invariant: Array.of, constraint: Array.of,
  sizes: (text) => text.match(/\d+/g)?.map(Number) };

export function mountRules(page) {
  const { rules } = page.engine;
  if (!rules) return null;
  const work = new Work(at("rules"));
  return (set) => work.runOnSet(set, "Looking for reasons …", async (options) =>
    assessment(page, set, await rules(set, options)));
}

function assessment(page, set, { exact, procedure, can_roll_a_rejected_board: isRejected }) {
  const cells = (labels) => labels.map((label) => page.puzzle.cell(label));
  const ringed = h("div", { class: "one", role: "status" });
  const place = ({ cells: labels, text }) => h("li", {}, button(text, () =>
    fill(ringed, dicePicture(page, text, set, cells(labels)), h("p", {}, text))));
  const rule = ({ rule: name, witness }) => h("li", {}, witness ? "✗ " : "✓ ", h("strong", {}, explained(name)), witness
    ? boardRow(page, set, [{ board: cells(witness.roll), text: witness.text, rings: cells(witness.cells) }])
    : ": finds none");
  const advice = ({ text, passed, remark, findings }) => h("li", {}, passed ? "✓ " : "✗ ", text,
    remark ? ` (${remark})` : "", findings.length > 0 && h("details", {},
      h("summary", {}, `${counted(findings.length, "place")} where this does not hold`),
      h("ul", { class: "places" }, findings.map(place))));
  const verdict = `${isRejected ? "✗ A" : "No"} rule finds a roll that cannot be solved.`;
  return [
    h("p", { class: `verdict ${isRejected ? "bad" : ""}` }, verdict),
    h("h3", {}, "Exact rules: each finds rolls that cannot be solved"), h("ul", {}, exact.map(rule)),
    h("h3", {}, explained("The New Dice Procedure: advice, which good dice may break")),
    h("ol", {}, procedure.map(advice)), ringed,
  ];
}

/** Show the searches for the puzzle of the page, those before a reload too, and begin others. */
export function mountJobs(page) {
  const { engine: { jobs }, puzzle, studio } = page;
  if (!jobs) return;
  const [list, work] = [at("jobs"), new Work(at("search-said"))];
  const form = /** @type {SearchForm} */ (at("search"));

  function show() {
    for (const part of /** @type {NodeListOf<HTMLLabelElement>} */ (form.querySelectorAll("[data-verbs]"))) {
      part.hidden = !part.dataset.verbs.split(" ").includes(form.verb.value);
      // What is disabled is no part of what is asked for.
      const control = /** @type {HTMLInputElement | null} */ (part.control);
      if (control) control.disabled = Boolean(part.hidden);
    }
  }

  const option = ({ name }) => new Option(name.replaceAll("-", " "), name);
  form.invariant.append(...puzzle.symmetries.slice(1).map(option));
  form.objectives.append(...studio.objectives.map(({ name, text }) => new Option(`${name}: ${text}`, name)));
  at("constraints").append(...studio.constraints.map((value) => h("option", { value })));
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

function jobCard(page, job) {
  const { jobs } = page.engine;
  const title = at("search").querySelector(`[value=${job.verb}]`).textContent;
  const [place, best] = [h("div"), h("div", { class: "one" })];
  const [values, standing] = [[], h("p")];
  const card = h("article", { class: "job", "aria-label": title }, h("h3", {}, title), place, best);
  const work = new Work(place, () => jobs.cancel(job.id));

  function show({ state, progress, best: found }, event) {
    const [done, total, what] = progress ?? [];
    const stage = what ? `${what}${total ? ` ${done} of ${total}` : ""}`
      : state === "waiting" ? "Waiting until another search has ended …" : "Starting the worker …";
    work.tell(state === "stopping" ? "Stopping …" : stage, done, total);
    if (event === "improvement") values.push(found);
    // The line of progress has a newer bound than a set that was found before.
    standing.hidden = /^(best|nearest)/.test(what ?? "");
    // What is drawn already stays, and with it the focus.
    if (event !== "progress") draw(found);
  }

  function draw(found, hasEnded = false) {
    const set = found && DiceSet.parse(found.dice, page.puzzle, `${job.verb} ${job.id}`);
    const save = () => work.run("Saving …", () => keep(page, set));
    const remove = () => work.run("Removing …", () => jobs.cancel(job.id).then(() => card.remove()));
    if (hasEnded) standing.hidden = false;
    fill(standing, found?.standing);
    fill(best, set && [dicePicture(page, "The best set so far", set), standing], curve(values),
      h("p", { class: "row" }, set && takeButton(page, set, "Take it"),
        set && hasEnded && !found.failing && button("Save to the archive", save),
        hasEnded && button("Remove", remove)));
  }

  function outcome({ state, best: found, error, standing: said }) {
    const words = `${ENDED[state]} ${error ?? (found ? "" : said ?? "No set was found.")}`;
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

/** The failing rolls of the best set over time, {failing, seconds}, as a line; nothing where it would be flat. */
function curve(values) {
  const most = Math.max(...values.map(({ failing }) => failing));
  const last = values.at(-1);
  if (values.length < 2 || !most || !last.seconds) return null;
  const points = values.map(({ failing, seconds }) => `${(100 * seconds) / last.seconds},${30 - (30 * failing) / most}`);
  const words = `Failing rolls of the best set: from ${grouped(values[0].failing)} to ${grouped(last.failing)} `
    + `in ${last.seconds.toFixed(1)} seconds`;
  return h("figure", { class: "curve" },
    svg("svg", { viewBox: "-1 -1 102 32", preserveAspectRatio: "none", role: "img", "aria-label": words },
      svg("polyline", { points: points.join(" ") })), h("figcaption", {}, `${words}.`));
}

/** Show the sets for the puzzle of the page, and keep others. */
export function mountArchive(page) {
  const { engine, puzzle } = page;
  if (!engine.archive) return;
  const [reading, saving] = [new Work(at("archive-sets")), new Work(at("archive-said"))];
  const [panel, filter] = [at("panel-archive"), at("archive-filter")];
  const form = /** @type {ArchiveForm} */ (at("archive-form"));
  let sets = [];

  function drawn() {
    const word = filter.value.trim().toLowerCase();
    const found = sets.filter(({ name, tags }) => [name, ...tags].join(" ").toLowerCase().includes(word));
    return [h("p", { class: "hint" }, counted(found.length, "set")),
      h("ul", { class: "boards" }, found.map(entry))];
  }

  function entry({ dice, name, rolls, claimed, objectives: { fewest } }) {
    const set = DiceSet.parse(dice, puzzle, name);
    const least = fewest ? `, at least ${counted(fewest, "tiling")}${claimed ? ", as others say" : ""}` : "";
    const facts = `: ${counted(rolls, "board")}${least}`;
    return h("li", {}, dicePicture(page, `The dice of ${name}`, set), h("span", {}, h("b", {}, name), facts),
      takeButton(page, set, "Take it"));
  }

  const read = () => reading.run("Reading the archive …", async (options) => {
    sets = (await engine.archive.list(options)).sets.filter((one) => one.puzzle === puzzle.text);
    return drawn();
  });
  filter.oninput = () => reading.show(drawn());
  form.onsubmit = async (event) => {
    event.preventDefault();
    const named = page.set.with(page.set.dice, form.set.value.trim() || page.set.name);
    await saving.run("Saving …", () => keep(page, named));
    read();
  };
  panel.addEventListener("toggle", () => panel.open && read());
  read();
}

export async function keep(page, set) {
  if (set.trouble) throw new Error(set.trouble);
  const { new: added, refused } = await page.engine.archive.add(set);
  if (refused.length) throw new Error(refused[0]);
  const words = added ? "The set is in the archive now." : "The archive has this set already.";
  announce(words);
  return h("p", { role: "status" }, words);
}
