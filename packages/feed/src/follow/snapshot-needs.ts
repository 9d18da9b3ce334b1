import type { AnswerPart } from "../wire/frame.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";

/** Gaps of some milliseconds are asked for together. */
const gatherMs = 20;
/** An answer of which no further part has come for so long is given up. */
const answerMsMax = 1_500;
const againMsMin = 100;
const againMsMax = 250;

type Asking = {
  readonly request: string;
  readonly isEverything: boolean;
  readonly afterFrame: number | undefined;
  readonly symbols: readonly string[];
  part: number;
  /** The last frame before the answer. */
  frame: number;
  heardMs: number;
  isDisputed: boolean;
};

/** How far a part has brought the answer that it belongs to. */
type AnswerProgress =
  | { readonly kind: "unasked" }
  | { readonly kind: "going-on" }
  /** The part was heard before: two have answered the request, and only one of them is its publisher. Told once a request. */
  | { readonly kind: "disputed"; readonly symbols: readonly string[] }
  /** The symbols were asked for by name. */
  | { readonly kind: "done"; readonly symbols: readonly string[] }
  /** All that was ever told of is known, as of the frame or later. */
  | { readonly kind: "whole"; readonly symbols: readonly string[]; readonly frame: number };

/** What a follower lacks, and whether it is being asked for: one request at a time, and each again until it is answered. */
export class SnapshotNeeds {
  readonly #heldSymbols: (nowMs: number) => string[];
  #isEverything = true;
  #afterFrame: number | undefined;
  #asking: Asking | undefined;
  /** What was asked for last, answered or not. */
  #last: Asking | undefined;
  #dueMs = 0;
  #failureCount = 0;
  #requestCount = 0;

  constructor(heldSymbols: (nowMs: number) => string[]) {
    this.#heldSymbols = heldSymbols;
  }

  addEverything(): void {
    this.#isEverything = true;
    this.#afterFrame = undefined;
    this.#asking = undefined;
    this.#last = undefined;
  }

  addFramesAfter(frame: number): void {
    this.#afterFrame = Math.min(this.#afterFrame ?? frame, frame);
  }

  /** Lets nothing wait that waited because it had failed before. */
  hurry(nowMs: number): void {
    this.#failureCount = 0;
    this.#dueMs = nowMs;
  }

  /** Whether a request was the last, be it answered already: another answer to it is of interest. */
  isAskedAs(request: string): boolean {
    return this.#last?.request === request;
  }

  /** Gives what is to be asked for now, as being asked for from then on. */
  takeDue(nowMs: number): Pick<SnapshotRequest, "request" | "lacking"> | undefined {
    if (this.#asking !== undefined && nowMs - this.#asking.heardMs > answerMsMax) this.fail(nowMs);
    if (this.#asking !== undefined || nowMs < this.#dueMs) return undefined;
    const symbols = this.#heldSymbols(nowMs);
    const afterFrame = this.#afterFrame;
    const isEverything = this.#isEverything;
    if (!isEverything && afterFrame === undefined && symbols.length === 0) return undefined;
    this.#requestCount += 1;
    const request = `${this.#requestCount}`;
    const heard = { part: 0, frame: 0, heardMs: nowMs, isDisputed: false };
    this.#asking = { request, isEverything, afterFrame, symbols, ...heard };
    this.#last = this.#asking;
    this.#isEverything = false;
    this.#afterFrame = undefined;
    return { request, lacking: isEverything ? undefined : { afterFrame, symbols } };
  }

  /** Takes note of a part, whose snapshots are good in any case. */
  hear({ request, part, isLast, frame }: AnswerPart, nowMs: number): AnswerProgress {
    const last = this.#last;
    if (last?.request === request && part <= last.part) return this.#dispute(last, nowMs);
    const asking = this.#asking;
    if (asking?.request !== request) return { kind: "unasked" };
    if (part !== asking.part + 1) {
      this.fail(nowMs);
      return { kind: "going-on" };
    }
    asking.part = part;
    asking.heardMs = nowMs;
    if (part === 1) asking.frame = frame;
    if (!isLast) return { kind: "going-on" };
    this.#asking = undefined;
    this.#failureCount = 0;
    this.#dueMs = nowMs + gatherMs;
    const { symbols } = asking;
    return asking.isEverything ? { kind: "whole", symbols, frame: asking.frame } : { kind: "done", symbols };
  }

  /** What is being asked for is asked for again, a little later each time. */
  fail(nowMs: number): void {
    const asking = this.#asking;
    if (asking === undefined) return;
    this.#lackAgain(asking);
    this.#dueMs = nowMs + Math.min(againMsMax, againMsMin * 2 ** this.#failureCount);
    this.#failureCount += 1;
  }

  /** Asks again after as long as an answer may take, so that somebody who answers each time causes no storm. */
  #dispute(last: Asking, nowMs: number): AnswerProgress {
    if (last.isDisputed) return { kind: "unasked" };
    last.isDisputed = true;
    this.#lackAgain(last);
    this.#dueMs = nowMs + answerMsMax;
    return { kind: "disputed", symbols: last.symbols };
  }

  #lackAgain({ isEverything, afterFrame }: Asking): void {
    this.#asking = undefined;
    if (isEverything) this.#isEverything = true;
    if (afterFrame !== undefined) this.addFramesAfter(afterFrame);
  }
}
