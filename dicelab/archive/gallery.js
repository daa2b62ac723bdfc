"use strict";
const table = document.getElementById("sets");
const body = table.tBodies[0];
const cards = document.getElementById("cards");
const heads = [...table.tHead.rows[0].cells];
const keys = heads.map((head) => head.dataset.key);
const words = document.getElementById("words");
const shown = document.getElementById("shown");
const sets = [...body.rows].map((row) => {
  const card = document.getElementById(row.dataset.set);
  const values = [...row.cells].map((cell) => (cell.dataset.value ? Number(cell.dataset.value) : cell.textContent));
  const tags = [...card.querySelectorAll(".tag, .small")].map((part) => part.textContent);
  return { row, card, values, text: [row.textContent, ...tags].join(" ").toLowerCase() };
});

// An objective may be called anything, such as distance=A1 A2 | B1 B2.
function literal(text) {
  return String(text).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

// A word such as fewest>=11 compares a column; any other word must be in the text.
const comparison = new RegExp("^(" + keys.map(literal).join("|") + ")(<=|>=|=|<|>)([0-9.,]+)$");
const compare = {
  "<": (a, b) => a < b, ">": (a, b) => a > b, "<=": (a, b) => a <= b, ">=": (a, b) => a >= b, "=": (a, b) => a === b,
};

function meets(set, word) {
  const found = comparison.exec(word);
  if (!found) return set.text.includes(word);
  const value = set.values[keys.indexOf(found[1])];
  return typeof value === "number" && compare[found[2]](value, Number(found[3].replaceAll(",", "")));
}

function filter() {
  const wanted = words.value.toLowerCase().replace(/\s*([<>]=?|=)\s*/g, "$1").split(/\s+/).filter(Boolean);
  let number = 0;
  for (const set of sets) {
    const visible = wanted.every((word) => meets(set, word));
    set.row.hidden = set.card.hidden = !visible;
    number += visible;
  }
  shown.textContent = number === sets.length ? "" : `${number} of ${sets.length} shown`;
}

function sort(place) {
  const head = heads[place];
  const first = head.classList.contains("text") || place === 0 ? "ascending" : "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  const sign = order === "ascending" ? 1 : -1;
  sets.sort((a, b) => {
    const [x, y] = [a.values[place], b.values[place]];
    if (typeof x === "number" && typeof y === "number") return sign * (x - y);
    // A set that was not measured comes last in either order.
    if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
    return sign * x.localeCompare(y, "en", { numeric: true });
  });
  for (const one of heads) one.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  body.append(...sets.map((set) => set.row));
  cards.append(...sets.map((set) => set.card));
}

heads.forEach((head, place) => {
  // No <button>: Chromium repeats a head that holds one on no further sheet of paper.
  const button = document.createElement("span");
  button.setAttribute("role", "button");
  button.tabIndex = 0;
  button.append(...head.childNodes);
  button.addEventListener("click", () => sort(place));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    sort(place);
  });
  head.append(button);
});
const form = document.getElementById("filter");
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
words.addEventListener("input", filter);
// A browser may have kept the words of an earlier visit.
filter();
