/** What all pages have around them: navigation, the choice of the puzzle, the theme, and help in place. */

import { fragmentFields } from "./dice.js";
import { fill, h } from "./dom.js";
import { keepForOffline } from "./offline.js";
import { loadPuzzle, loadStudio } from "./puzzle.js";

const PAGES = [["index.html", "Design"], ["explore.html", "Explore"], ["domino.html", "Dominoes"]];
const THEMES = { auto: "Colours: as your device", light: "Colours: light", dark: "Colours: dark" };
const NEXT = { auto: "light", light: "dark", dark: "auto" };

/**
 * Draw the frame of a page and read its puzzle: that of the fragment, else the last one, else the first.
 * `help` is an element; a page that `knowsPuzzles` has the choice of them.
 */
export async function openFrame({ page, help, knowsPuzzles = true }) {
  const studio = await loadStudio();
  if (!studio.server) keepForOffline();
  const puzzle = knowsPuzzles ? await loadPuzzle(puzzleId(studio)) : null;
  const dialog = h("dialog", { class: "help", "aria-label": "Help" }, help,
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  fill(document.querySelector("header"),
    h("p", { class: "brand" }, "dicelab ", h("span", {}, "studio")),
    h("nav", { "aria-label": "Pages" }, PAGES.map(([address, name]) =>
      h("a", { href: address, ...(address === page ? { "aria-current": "page" } : {}) }, name))),
    knowsPuzzles ? puzzleChoice(studio, puzzle) : null,
    themeButton(),
    h("button", { type: "button", onclick: () => dialog.showModal(), "aria-haspopup": "dialog" }, "Help"));
  document.body.append(dialog);
  if (knowsPuzzles) {
    addEventListener("hashchange", () => {
      const id = fragmentFields(location.hash).puzzle;
      if (id && id !== puzzle.id) location.reload();
    });
  }
  return { studio, puzzle };
}

function puzzleId(studio) {
  const ids = studio.puzzles.map((one) => one.id);
  const asked = fragmentFields(location.hash).puzzle;
  const last = stored("dicelab.puzzle");
  const id = [asked, last].find((one) => ids.includes(one)) ?? ids[0];
  store("dicelab.puzzle", id);
  return id;
}

function puzzleChoice(studio, puzzle) {
  const choose = (event) => {
    location.hash = `#puzzle=${event.target.value}`;
  };
  return h("label", { class: "choice" }, "Puzzle ", h("select", { onchange: choose }, studio.puzzles.map((one) =>
    h("option", { value: one.id, selected: one.id === puzzle.id }, one.title))));
}

function themeButton() {
  const root = document.documentElement;
  const button = h("button", { type: "button", onclick: () => show(NEXT[root.dataset.theme] ?? "auto") });
  const show = (theme) => {
    root.dataset.theme = theme;
    store("dicelab.theme", theme);
    button.textContent = THEMES[theme];
  };
  show(THEMES[root.dataset.theme] ? root.dataset.theme : "auto");
  return button;
}

/** Read a word that the browser keeps; null where there is none or storage is switched off. */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Let the browser keep a word, if it may. */
export function store(key, word) {
  try {
    localStorage.setItem(key, word);
  } catch {
    // The page works without storage.
  }
}

/** Show in the page what went wrong, in one sentence. */
export function showFault(error) {
  const message = error instanceof Error ? error.message : String(error);
  const main = document.querySelector("main");
  main.prepend(h("p", { class: "fault", role: "alert" }, message));
}
