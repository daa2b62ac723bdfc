/** What all pages have around them: the choice of the puzzle, the theme, and help in place. */
import { at, fill, h, store, stored } from "./dom.js";
import { fragmentFields } from "./fragment.js";
import { isOwn, openOwn, ownPuzzles } from "./own-puzzles.js";
import { loadPuzzle, loadStudio } from "../engine/puzzle.js";

const THEMES = { auto: "Colours: as your device", light: "Colours: light", dark: "Colours: dark" };

/**
 * Bring a page to life. Where it has the choice of the puzzle, read the one of the fragment, or else the last
 * one that was chosen, or else the first.
 */
export async function openFrame() {
  at("show-help").onclick = () => at("help").showModal();
  themeButton(at("theme"));
  const studio = await loadStudio();
  // Without a server the browser keeps the site for times without a network, when the page itself is there.
  if (!studio.server && !studio.guest) {
    setTimeout(() => navigator.serviceWorker?.register("service-worker.js").catch(() => {}), 500);
  }
  const [header, links, brand] = ["", " nav", " .brand"].map((part) => document.querySelector(`header${part}`));
  if (!studio.guest) fill(brand, h("a", { href: "welcome.html" }, ...brand.childNodes));
  // A page that this one was not written to know has a link, too.
  for (const { address, title } of studio.pages) {
    if (!header.querySelector(`[href="${address}"]`)) links.append(h("a", { href: address }, title));
  }
  header.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const choice = at("puzzles");
  if (!choice) return { studio, puzzle: null };
  const ids = studio.puzzles.map((one) => one.id);
  const isKnown = (id) => ids.includes(id) || (isOwn(id) && !studio.guest);
  const id = [fragmentFields(location.hash).puzzle, stored("dicelab.puzzle")].find(isKnown) ?? ids[0];
  // Guests of a race have the puzzles of its rounds.
  const own = studio.guest ? [] : ownPuzzles().value ?? [];
  const options = [...studio.puzzles, ...own, ...(isOwn(id) && !own.some((one) => one.id === id) ? [{ id, title: "My puzzle" }] : [])];
  choice.append(...options.map((one) => h("option", { value: one.id, selected: one.id === id }, one.title)),
    ...(studio.guest ? [] : [h("option", { value: "" }, isOwn(id) ? "Change this puzzle …" : "Draw your own …")]));
  choice.onchange = () => {
    if (choice.value) location.hash = `#puzzle=${choice.value}`;
    else location.href = `puzzle.html${isOwn(id) ? `#puzzle=${id}` : ""}`;
  };
  addEventListener("hashchange", () => {
    const asked = fragmentFields(location.hash).puzzle;
    if (asked && asked !== id) location.reload();
  });
  // A puzzle that can't be opened is not chosen again.
  if (isOwn(id)) store("dicelab.puzzle", ids[0]);
  const puzzle = isOwn(id) ? await openOwn(id) : await loadPuzzle(id, studio.puzzles.find((one) => one.id === id).sha256);
  store("dicelab.puzzle", id);
  if (isOwn(id)) choice.selectedOptions[0].textContent = puzzle.title;
  return { studio, puzzle };
}

function themeButton(button) {
  const { dataset } = document.documentElement;
  const names = Object.keys(THEMES);
  const show = (theme) => {
    dataset.theme = theme;
    button.title = button.ariaLabel = THEMES[theme];
  };
  show(Object.hasOwn(THEMES, dataset.theme) ? dataset.theme : "auto");
  button.onclick = () => {
    show(names[(names.indexOf(dataset.theme) + 1) % names.length]);
    store("dicelab.theme", dataset.theme);
  };
}

export function showFault({ message }) {
  document.querySelector("main").prepend(h("p", { class: "fault", role: "alert" }, message));
}
