/** Races over the network: the host's invitation, the players with what they have placed, and the rounds. */
import { clockTime } from "./clock.js";
import { announce, at, button, fill, h } from "../parts/dom.js";
import { HandicapChoice } from "./handicap.js";
import { Position } from "./position.js";
import { raceBoard, requireCovered } from "./race-board.js";
import { Room, openRoom, rooms } from "./room.js";

/** Seconds after the start from which on a page has missed it. */
const LATE = 2;
/** Why a page is no longer in a room. */
const TO_HOSTS = { host: "The room is closed.", idle: "Nothing happened in this room for two hours, so it was closed.",
  pages: "This room is open in three other pages of this browser: close one, and reload this page.",
  stop: "dicelab web has ended. Start it again, and open the address that it prints.",
  gone: "This room is no more." };
const TO_GUESTS = { ...TO_HOSTS, host: "Your host has closed this room.",
  out: "Your host has put you out of this room.",
  stop: "Your host has ended dicelab, and with it the race.",
  gone: "You are not in this room any more. Ask your host for the code." };

export class NetworkRace {
  #view = null;
  #timer = 0;
  #playing = 0;
  #code = null;
  #rows = new Map();
  #words = "";

  /** `place` is for the invitation. What players look at while they play stands above the board. */
  constructor(page, place) {
    this.page = page;
    this.place = place;
    this.isGuest = Boolean(page.studio.guest);
    this.name = h("input", { type: "text", id: "race-name", maxLength: 24, autocomplete: "nickname" });
    this.join = h("form", { class: "row", onsubmit: (event) => this.#join(event) },
      h("label", { htmlFor: "race-name" }, "Your name"), this.name,
      h("button", { class: "main" }, "Join the race"));
    this.begin = h("div", { class: "row" },
      button("Begin with a new roll", () => this.#begin(() => raceBoard(page)), { class: "main" }),
      button("Begin with the board below", () => this.#begin(() => page.game.position.board)));
    this.stop = button("End this round", () => this.#do(() => this.room.ask("stop")));
    this.said = h("p", { class: "race-said", role: "status" });
    this.list = h("ul", { class: "players" });
    this.number = h("p", { class: "countdown", "aria-hidden": "true", hidden: true });
    this.bar = h("section", { class: "card race-bar", "aria-label": "Race", hidden: true },
      this.said, this.list, this.join, !this.isGuest && [this.begin, this.stop], this.number);
    page.game.on("change", () => this.#report());
  }

  async open() {
    document.documentElement.classList.toggle("guest", this.isGuest);
    this.bar.hidden = false;
    at("bench").before(this.bar);
    const found = (await rooms()).rooms;
    const asked = new URLSearchParams(location.search).get("room");
    const room = found.find(({ code }) => asked && code?.replace(" ", "") === asked) ?? found.at(-1);
    if (room) this.#enter(room);
    else this.#offer("No room is open.");
  }

  /** There is no room: the host can open one. */
  #offer(words) {
    clearInterval(this.#timer);
    this.#play(0);
    this.#say(words);
    for (const part of [this.list, this.join, this.begin, this.stop, this.number]) part.hidden = true;
    const open = () => this.#do(async () => this.#enter(await openRoom()));
    fill(this.place, !this.isGuest && button("Open a room", open));
  }

  #enter(view) {
    this.#code = null;
    this.#rows.clear();
    fill(this.list);
    this.room?.leave();
    this.room = new Room(view.id, { changed: (room) => this.#update(room),
      ended: (why) => this.#offer((this.isGuest ? TO_GUESTS : TO_HOSTS)[why] ?? TO_HOSTS.gone),
      lost: () => this.#say("The server of this race does not answer. Trying again …") });
    fill(this.place);
    this.list.hidden = false;
    this.room.listen();
  }

  #do(does) { return this.page.attempt(does); }

  #join(event) {
    event.preventDefault();
    this.#do(() => this.room.ask("join", { name: this.name.value }));
  }

  #begin(board) {
    return this.#do(async () => {
      const cells = await board();
      await requireCovered(this.page, cells);
      const { puzzle } = this.page;
      const handicapped = [...this.#rows].filter(([, { choice }]) => !choice.isNone);
      const seats = await Promise.all(handicapped.map(async ([player, { choice }]) => {
        const position = await choice.position(cells);
        return { player, board: puzzle.labels(position.board), laid: position.report, handicap: choice.text };
      }));
      await this.room.ask("begin", { puzzle: puzzle.id, board: puzzle.labels(cells), seats });
    });
  }

  #update(view) {
    this.#view = view;
    const { round, state, you, players } = view;
    const isOn = state === "countdown" || state === "running";
    this.join.hidden = Boolean(you);
    [this.begin.hidden, this.stop.hidden] = [isOn, !isOn];
    if (!this.isGuest && view.code !== this.#code) this.#invite(view.code);
    if (isOn && you && round.puzzle !== this.page.puzzle.id) {
      // The page of the other puzzle finds the room again.
      location.hash = `#puzzle=${round.puzzle}`;
      return;
    }
    this.#list(players, round);
    clearInterval(this.#timer);
    if (isOn) this.#timer = setInterval(() => this.#tick(), 100);
    this.#tick();
  }

  /** What changes with the clock: the countdown, and the start. */
  #tick() {
    const { round, state, you, laid } = this.#view;
    const left = round ? round.begins - this.room.now : 0;
    const counts = state === "countdown" && left > 0;
    if (counts && this.number.hidden) this.bar.scrollIntoView();
    this.number.hidden = !counts;
    const number = String(Math.ceil(left));
    if (counts && this.number.textContent !== number) fill(this.number, number);
    if (!counts) clearInterval(this.#timer);
    const isOn = state === "running" || state === "countdown";
    const plays = isOn && !counts && you && round.board;
    if (plays && this.#playing !== round.number) {
      this.#play(round.number);
      const { puzzle, game } = this.page;
      const position = Position.lying(puzzle, round.board, laid.map(([kind, ...cells]) => ({ kind, cells })));
      // The clock of all began at the same moment, also for those who come back, or late.
      const used = left < -LATE ? { seconds: -left } : null;
      game.begin(position, { kind: "race", words: "a race" }, used);
      game.run(true);
    }
    if (state === "over" || state === "waiting") this.#play(0);
    this.#tell(counts);
  }

  /** While a round is played, hints and other boards are out of the way. */
  #play(number) {
    this.#playing = number;
    document.documentElement.classList.toggle("racing", number > 0);
  }

  #tell(counts) {
    const { players, state, you } = this.#view;
    const winner = players.find(({ place }) => place === 1);
    const own = players.find(({ id }) => id === you);
    const who = winner === own ? "You have" : `${winner?.name} has`;
    const won = winner && `${who} won in ${clockTime(winner.seconds)}.`;
    const more = own?.seconds ? "The others may still finish." : own ? "You can still finish." : "";
    const go = own ? "Go! Cover the board before the others do." : "The race is on.";
    const waiting = this.isGuest ? "Wait until your host begins." : "Begin when all are here.";
    const words = counts ? "The race is about to begin."
      : state === "over" ? won ?? "The round has ended. Nobody has covered the board."
        : state !== "waiting" ? won ? `${won} ${more}` : go
          : own ? waiting : "Join with a name.";
    this.#say(words, Boolean(won) && !counts);
  }

  #say(words, isWon = false) {
    if (words === this.#words) return;
    this.#words = words;
    fill(this.said, words);
    this.said.classList.toggle("won", isWon);
    announce(words);
  }

  /** Show the players. Their rows stay, so that no button loses the focus. */
  #list(players, round) {
    for (const [id, { row }] of this.#rows) {
      if (players.some((one) => one.id === id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
    for (const player of players) {
      const { name, id, here, placed, seconds, place, wins, handicap } = player;
      const row = this.#rows.get(id) ?? this.#row(player);
      fill(row.name, name, id === this.#view.you && " (you)", handicap && ` (${handicap})`, !here && " (away)");
      Object.assign(row.bar, { max: round?.pieces ?? 1, value: placed });
      row.bar.setAttribute("aria-label", `Pieces placed by ${name}`);
      const so = round ? `${placed} of ${round.pieces}` : "";
      fill(row.figures, place ? `${place}. in ${clockTime(seconds)}` : so, wins > 0 && ` · ${wins} won`);
    }
  }

  #row({ id, name, host }) {
    const [who, figures] = ["who", "figures"].map((word) => h("span", { class: word }));
    const row = { name: who, bar: h("progress"), figures, choice: null };
    const words = `Put ${name} out`;
    const out = button("✕", () => this.#do(() => this.room.remove(id)), { title: words, ariaLabel: words });
    row.choice = new HandicapChoice(this.page, name);
    row.row = h("li", {}, row.name, row.bar, row.figures, !this.isGuest && [row.choice.parts, !host && out]);
    this.#rows.set(id, row);
    this.list.append(row.row);
    return row;
  }

  /** Show how guests get in: the address, the code, and a picture of both. */
  async #invite(code) {
    this.#code = code;
    const { address, picture, code_seconds: seconds } = await this.room.details();
    const [base] = address.split("/play.html");
    const source = `api/rooms/${this.room.id}/code.svg?${code?.replace(" ", "")}`;
    fill(this.place, h("h3", {}, "Over the network"), code ? [
      h("p", {}, "Others on your network open ", h("b", {}, base), " and type this code:"),
      h("p", { class: "code" }, code),
      picture && h("img", { class: "code-picture", src: source, alt: "QR code that opens the room" }),
      h("p", { class: "hint" }, `The code lets guests in for ${Math.ceil(seconds / 60)} minutes. `,
        "They can race and nothing else. What is sent can be read on the way."),
    ] : h("p", {}, "The code has ended."),
    h("p", { class: "row" }, button("New code", () => this.#do(() => this.room.ask("code"))),
      button("Close the room", () => this.#do(() => this.room.close()))));
  }

  /** Tell the server what lies on the board, if it is that of the round. */
  #report() {
    const { about, position } = this.page.game;
    if (!this.#playing || about.kind !== "race") return;
    this.#do(() => this.room.report(this.#playing, position.report));
  }
}
