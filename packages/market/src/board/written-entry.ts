import { encodeUtf8Into } from "./encode-utf8.ts";

/**
 * The entry of an instrument as JSON in UTF-8, in room of its own that is written over whenever the entry is renewed: made
 * anew for each search, hundreds of them a second would be most of what has to be collected.
 */
export class WrittenEntry {
  /** Another after each renewal. */
  version = 0;
  #room: Uint8Array<ArrayBuffer> = new Uint8Array();
  #length = 0;
  #head: Uint8Array | undefined;

  /** What is written now, until the entry is renewed: whoever holds it longer copies it. Not to be written to. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#room.subarray(0, this.#length);
  }

  /** Writes the entry anew; a head that is the same object as before stands there already. */
  renew(head: Uint8Array, tail: string): void {
    if (head !== this.#head) this.#begin(head, tail.length);
    const { length } = tail;
    // Prices become longer now and then, and no character takes more than three bytes a unit of UTF-16.
    const written = this.#write(tail) ?? this.#begin(head, length + (length >>> 3)).#write(tail);
    this.#length = head.length + (written ?? this.#begin(head, 3 * length).#write(tail) ?? 0);
    this.version += 1;
  }

  #write(tail: string): number | undefined {
    return encodeUtf8Into(tail, this.#room, this.#head?.length ?? 0);
  }

  #begin(head: Uint8Array, tailLength: number): this {
    if (this.#room.length < head.length + tailLength) this.#room = new Uint8Array(head.length + tailLength);
    this.#room.set(head);
    this.#head = head;
    return this;
  }
}
