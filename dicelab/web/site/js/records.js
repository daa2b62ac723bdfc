/** The games of this browser: how many were begun, and how many were solved. */
import { at, fill, grouped, h } from "./dom.js";

export function mountRecords({ game }) {
  const said = h("p", { class: "hint" });
  const seen = { begun: 0, solved: 0 };
  const tell = () => fill(said, `${grouped(seen.begun)} begun, ${grouped(seen.solved)} solved.`);
  at("records").append(said);
  game.on("begun", () => {
    seen.begun += 1;
    tell();
  });
  game.on("solved", () => {
    seen.solved += 1;
    tell();
  });
}
