/** Frames that wait to be taken, in their order, up to so many bytes. */
export class FrameQueue {
  readonly #waitingBytesMax: number;
  #frames: Uint8Array[] = [];
  #next = 0;
  #bytes = 0;

  constructor(waitingBytesMax: number) {
    this.#waitingBytesMax = waitingBytesMax;
  }

  /** Adds a frame, and lets all others go where that is too much; gives how many were let go. */
  add(frame: Uint8Array): number {
    let droppedCount = 0;
    if (this.#bytes + frame.length > this.#waitingBytesMax) {
      droppedCount = this.#frames.length - this.#next;
      this.#frames = [];
      this.#next = 0;
      this.#bytes = 0;
    }
    this.#frames.push(frame);
    this.#bytes += frame.length;
    return droppedCount;
  }

  first(): Uint8Array | undefined {
    return this.#frames[this.#next];
  }

  takeFirst(): void {
    this.#bytes -= this.#frames[this.#next]?.length ?? 0;
    this.#next += 1;
    if (this.#next < this.#frames.length && this.#next < compactAt) return;
    this.#frames = this.#frames.slice(this.#next);
    this.#next = 0;
  }
}

/** So seldom, moving those that still wait costs nothing. */
const compactAt = 1_024;
