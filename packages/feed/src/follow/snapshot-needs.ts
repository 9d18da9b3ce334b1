import type { AnswerPart } from "../wire/frame.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";

/** The pause after an answer, so that gaps of these milliseconds share a request. */
const gatherMs = 20;
/** A request is repeated after this time without a further part of its answer. */
const answerMsMax = 1_500;
const retryMsMin = 100;
const retryMsMax = 250;

type SentRequest = {
  readonly request: string;
  readonly isEverything: boolean;
  readonly afterFrame: number | undefined;
  readonly symbols: readonly string[];
  /** The number of the last part received. */
  part: number;
  /** The last frame before the answer. */
  frame: number;
  /** When the request was sent, or its last part received. */
  activeMs: number;
  isDisputed: boolean;
};

/** The state of an answer after a part of it. */
type AnswerProgress =
  /** The part belongs to no current request. */
  | { readonly kind: "unrequested" }
  | { readonly kind: "incomplete" }
  /** A part arrived twice, so two processes answer the request. Reported once for each request. */
  | { readonly kind: "disputed"; readonly symbols: readonly string[] }
  /** The answer is complete. `symbols` were requested by name. */
  | { readonly kind: "done"; readonly symbols: readonly string[] }
  /** The answer to a request for everything is complete: all symbols are known as of the frame or later. */
  | { readonly kind: "whole"; readonly symbols: readonly string[]; readonly frame: number };

/** The snapshots that a follower needs. There is one request at a time, repeated until it is answered. */
export class SnapshotNeeds {
  readonly #dueSymbols: (nowMs: number) => string[];
  #isEverything = true;
  #afterFrame: number | undefined;
  #pending: SentRequest | undefined;
  /** The last request, answered or not. */
  #last: SentRequest | undefined;
  #dueMs = 0;
  #failureCount = 0;
  #requestCount = 0;

  constructor(dueSymbols: (nowMs: number) => string[]) {
    this.#dueSymbols = dueSymbols;
  }

  addEverything(): void {
    this.#isEverything = true;
    this.#afterFrame = undefined;
    this.#pending = undefined;
    this.#last = undefined;
  }

  addFramesAfter(frame: number): void {
    this.#afterFrame = Math.min(this.#afterFrame ?? frame, frame);
  }

  /** Ends the pause after failures. */
  resetBackoff(nowMs: number): void {
    this.#failureCount = 0;
    this.#dueMs = nowMs;
  }

  /** Whether a request was the last one. Its answer still matters after it is complete, because a second one is a conflict. */
  isLastRequest(request: string): boolean {
    return this.#last?.request === request;
  }

  /** Returns the request to send now, if any, and marks it as sent. */
  takeDue(nowMs: number): Pick<SnapshotRequest, "request" | "missing"> | undefined {
    if (this.#pending !== undefined && nowMs - this.#pending.activeMs > answerMsMax) this.retryLater(nowMs);
    if (this.#pending !== undefined || nowMs < this.#dueMs) return undefined;
    const symbols = this.#dueSymbols(nowMs);
    const afterFrame = this.#afterFrame;
    const isEverything = this.#isEverything;
    if (!isEverything && afterFrame === undefined && symbols.length === 0) return undefined;
    this.#requestCount += 1;
    const request = `${this.#requestCount}`;
    const progress = { part: 0, frame: 0, activeMs: nowMs, isDisputed: false };
    this.#pending = { request, isEverything, afterFrame, symbols, ...progress };
    this.#last = this.#pending;
    this.#isEverything = false;
    this.#afterFrame = undefined;
    return { request, missing: isEverything ? undefined : { afterFrame, symbols } };
  }

  /** Records a part. Its snapshots are usable even if the answer stays incomplete. */
  receive({ request, part, isLast, frame }: AnswerPart, nowMs: number): AnswerProgress {
    const last = this.#last;
    if (last?.request === request && part <= last.part) return this.#dispute(last, nowMs);
    const pending = this.#pending;
    if (pending?.request !== request) return { kind: "unrequested" };
    if (part !== pending.part + 1) {
      this.retryLater(nowMs);
      return { kind: "incomplete" };
    }
    pending.part = part;
    pending.activeMs = nowMs;
    if (part === 1) pending.frame = frame;
    if (!isLast) return { kind: "incomplete" };
    this.#pending = undefined;
    this.#failureCount = 0;
    this.#dueMs = nowMs + gatherMs;
    const { symbols } = pending;
    return pending.isEverything
      ? { kind: "whole", symbols, frame: pending.frame }
      : { kind: "done", symbols };
  }

  /** Schedules the current request again, with a longer pause each time. */
  retryLater(nowMs: number): void {
    const pending = this.#pending;
    if (pending === undefined) return;
    this.#restore(pending);
    this.#dueMs = nowMs + Math.min(retryMsMax, retryMsMin * 2 ** this.#failureCount);
    this.#failureCount += 1;
  }

  /** Repeats the request after the timeout of an answer, so that a process that answers each time causes no flood. */
  #dispute(last: SentRequest, nowMs: number): AnswerProgress {
    if (last.isDisputed) return { kind: "unrequested" };
    last.isDisputed = true;
    this.#restore(last);
    this.#dueMs = nowMs + answerMsMax;
    return { kind: "disputed", symbols: last.symbols };
  }

  #restore({ isEverything, afterFrame }: SentRequest): void {
    this.#pending = undefined;
    if (isEverything) this.#isEverything = true;
    if (afterFrame !== undefined) this.addFramesAfter(afterFrame);
  }
}
