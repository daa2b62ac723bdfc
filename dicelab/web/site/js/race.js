/** Races: two players on one screen, or several over the network. */
import { at } from "./dom.js";

/** Offer the races that this page can have. */
export function mountRace(_page) {
  at("race").hidden = true;
}
