/** Races: two players on one screen, or several over the network. */
import { at, button, fill, h } from "../parts/dom.js";
import { Duel } from "./duel.js";

/** Offer the races that this page can have. */
export async function mountRace(page) {
  const { studio: { server, share, guest } } = page;
  const why = server
    ? "To race others on your network, end the studio and start it again with “dicelab web --share”."
    : "To race others over a network, somebody has to start the studio with “dicelab web --share”.";
  const network = h("div", {}, !share && h("p", { class: "hint" }, why));
  const here = !guest && [
    h("p", {}, "Both get the same board. Whoever covers it first has won."),
    h("p", {}, button("Two players on this screen", () => page.attempt(() => new Duel(page).open()),
      { id: "duel-begin" }))];
  fill(at("race"), h("h2", {}, "Race"), here, network);
  if (!share) return;
  const { NetworkRace } = await import("./network-race.js");
  page.attempt(() => new NetworkRace(page, network).open());
}
