import { JsonRoom } from "./json-room.ts";

/**
 * The entry of an instrument as JSON in UTF-8, in room of its own that is written over whenever the entry is renewed: made
 * anew for each search, hundreds of them a second would be most of what has to be collected.
 */
export class WrittenEntry {
  /** Another after each renewal. */
  version = 0;
  readonly #room = new JsonRoom();
  #head: Uint8Array | undefined;

  /** What is written now, until the entry is renewed: whoever holds it longer copies it. Not to be written to. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#room.written();
  }

  /** Begins the entry anew, and gives the room for its tail; a head that is the same object as before stands there already. */
  renew(head: Uint8Array): JsonRoom {
    this.version += 1;
    if (head === this.#head) return this.#room.begin(head.length);
    this.#room.begin().bytes(head);
    this.#head = head;
    return this.#room;
  }
}
