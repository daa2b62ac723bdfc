/** A room for races on the server: what it tells, what is reported to it, and its clock. */
import { ask, post } from "../engine/http.js";

export class Room {
  #source = null;
  #offset = -Infinity;
  #next = null;
  #isSending = false;

  /**
   * `changed` gets the room at each change; `ended` is told why this page is no longer in it (rooms.py says with
   * which words, "gone" where the server does not say); `lost` is called as long as the server does not answer.
   */
  constructor(id, { changed, ended, lost }) {
    this.id = id;
    this.changed = changed;
    this.ended = ended;
    this.lost = lost;
  }

  /** Seconds of the server's clock. What came with the least delay tells it best. */
  get now() { return performance.now() / 1000 + this.#offset; }

  listen() {
    this.#source = new EventSource(`api/rooms/${this.id}/events`);
    // A computer that slept may have stopped its clock.
    this.#source.onopen = () => (this.#offset = -Infinity);
    this.#source.onmessage = ({ data }) => this.#take(JSON.parse(data));
    const end = (why) => {
      this.leave();
      this.ended(why);
    };
    this.#source.addEventListener("closed", ({ data }) => end(JSON.parse(data)));
    // A browser tries again by itself, unless the server refused it.
    this.#source.onerror = () => (this.#source.readyState === EventSource.CLOSED ? end("gone") : this.lost());
  }

  leave() { this.#source?.close(); }

  #take(room) {
    this.#offset = Math.max(this.#offset, room.now - performance.now() / 1000);
    this.changed(room);
    return room;
  }

  /** Ask for something in the room, such as "join" with {name}; resolves with the room. */
  async ask(what, value = {}) { return this.#take(await post(`rooms/${this.id}/${what}`, value)); }
  details() { return ask("GET", `rooms/${this.id}`); }
  remove(player) { return ask("DELETE", `rooms/${this.id}/players/${player}`); }
  close() { return ask("DELETE", `rooms/${this.id}`); }

  /** Report what lies on one's board; of reports that wait for one on its way, the latest is sent. */
  async report(round, laid) {
    this.#next = { round, laid };
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#next) {
        const report = this.#next;
        this.#next = null;
        await this.ask("report", report);
      }
    } finally {
      this.#isSending = false;
    }
  }
}

/** The rooms that this browser may know: {guest, rooms}. */
export const rooms = () => ask("GET", "rooms");
export const openRoom = () => post("rooms", {});
