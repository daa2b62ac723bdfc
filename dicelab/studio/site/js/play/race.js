/** Races: two players on one screen, or several over the network. */
import { at, button, fill, h } from "../parts/dom.js";
import { Duel, NAMES } from "./duel.js";
import { HandicapChoice } from "./handicap.js";

/** Offer the races that this page can have. */
export async function mountRace(page) {
  const { studio: { server, share, guest } } = page;
  const why = server
    ? "To race others on your network, end the studio and start it again with “dicelab web --share”."
    : "To race others over a network, somebody has to start the studio with “dicelab web --share”.";
  const choices = NAMES.map((name) => new HandicapChoice(page, `the player on the ${name.toLowerCase()}`));
  const network = h("div", {}, !share && h("p", { class: "hint" }, why));
  const here = !guest && [
    h("p", {}, "Both get the same board, if none has a handicap. Whoever covers the own board first has won."),
    h("p", {}, button("Two players on this screen", () => page.attempt(() => new Duel(page, choices).open()),
      { id: "duel-begin" })),
    h("details", {}, h("summary", {}, "Handicaps"), choices.map(({ parts }, number) =>
      h("p", {}, `${NAMES[number]}: `, parts)))];
  fill(at("race"), h("h2", {}, "Race"), here, network);
  if (!share) return;
  const { NetworkRace } = await import("./network-race.js");
  page.attempt(() => new NetworkRace(page, network).open());
}
