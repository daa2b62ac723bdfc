/** A histogram as a picture, with the same figures in a table. */

import { grouped, h, svg } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 260, 10, 44, 24];

/**
 * Draw bars for `bins`, [{from, to, weight}], from the first to the last that has a weight. Where the heights differ
 * by more than a hundred times, they are logarithms, and the picture says so.
 */
export function histogram(bins, { name, unit, of }) {
  const first = bins.findIndex((bin) => bin.weight);
  const last = bins.findLastIndex((bin) => bin.weight);
  const shown = bins.slice(Math.max(first, 0), last + 1);
  const weights = shown.map((bin) => bin.weight);
  const most = Math.max(...weights, 1);
  const logarithms = most > 100 * Math.min(...weights.filter(Boolean));
  const height = (weight) => (weight && (logarithms ? (1 + Math.log10(weight)) / (1 + Math.log10(most)) : weight / most));
  const step = (WIDTH - 2 * LEFT) / Math.max(shown.length, 1);
  const room = HEIGHT - BOTTOM - TOP;
  const bars = shown.flatMap(({ weight, ...bin }, number) => {
    const tall = Math.max(room * height(weight), weight ? 2 : 0);
    const [x, y] = [LEFT + number * step, HEIGHT - BOTTOM - tall];
    const middle = x + step / 2;
    return [
      svg("rect", { x: x + 2, y, width: Math.max(step - 4, 1), height: tall, rx: 2, class: "bar" },
        svg("title", {}, `${range(bin)} ${unit}: ${grouped(weight)} ${of}`)),
      step > 34 ? svg("text", { x: middle, y: y - 5, class: "value" }, weight ? short(weight) : "") : null,
      step > 34 || number % 2 === 0 ? svg("text", { x: middle, y: HEIGHT - 26, class: "tick" }, short(bin.from)) : null,
    ];
  });
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${name}; the table has its figures`,
    class: "histogram" }, bars,
  svg("path", { d: `M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH - LEFT}`, class: "axis" }),
  svg("text", { x: WIDTH / 2, y: HEIGHT - 6, class: "tick" }, `${unit}, from the number under each bar`));
  return h("figure", {}, picture,
    h("figcaption", { class: "hint" }, `${name}. Each bar counts ${of}.`,
      logarithms ? " The heights are logarithms, so that small numbers can be seen: read the figures." : ""),
    h("details", {}, h("summary", {}, "The figures as a table"), table([capitalUnit(unit), capitalUnit(of)],
      shown.map(({ weight, ...bin }) => [range(bin), grouped(weight)]))));
}

/** A table of texts; the first column names the rows. */
export function table(heads, rows) {
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map(([first, ...others]) => h("tr", {}, h("th", { scope: "row" }, first),
      others.map((text) => h("td", {}, text)))))));
}

/** Put numbers into bins from each power of two to the next, 0 by itself. */
export function octaves(numbers) {
  const bins = [];
  for (const number of numbers) {
    const place = number ? 32 - Math.clz32(number) : 0;
    while (bins.length <= place) {
      const next = bins.length;
      bins.push({ from: next ? 2 ** (next - 1) : 0, to: next ? 2 ** next - 1 : 0, weight: 0 });
    }
    bins[place].weight += 1;
  }
  return bins;
}

function range({ from, to }) {
  return from === to ? grouped(from) : `${grouped(from)} to ${grouped(to)}`;
}

function short(number) {
  if (number < 10_000) return String(number);
  return number < 1_000_000 ? `${Math.floor(number / 1000)}k` : `${(number / 1_000_000).toFixed(1)}M`;
}

function capitalUnit(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
