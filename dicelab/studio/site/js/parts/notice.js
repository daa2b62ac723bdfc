/** A line at the foot of the window that stays until somebody takes it away, or another one comes. */
import { button, h } from "./dom.js";

let shown = null;

/** Show some words, and perhaps a button that does something about them; who listens is told by others. */
export function notify(words, label = "", does = () => {}) {
  shown?.remove();
  const line = h("div", { class: "notice", role: "group", "aria-label": "Notice" }, h("p", {}, words));
  const taking = (action) => () => {
    line.remove();
    action();
  };
  line.append(...(label ? [button(label, taking(does))] : []),
    button("✕", taking(() => {}), { ariaLabel: "Take this line away" }));
  shown = document.querySelector("main").appendChild(line);
}
