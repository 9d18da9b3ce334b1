import type { FeedMessage, TakeMessages } from "@trading-oms/brokerage/ports";
import { type BadReason, isPositive, isSymbol, type Raw } from "../wire/checks.ts";
import { type FrameHead, readAnswerFrame, readFrame } from "../wire/frame.ts";
import { readMessage } from "../wire/message.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";
import type { FeedCounts } from "./feed-counts.ts";
import { SnapshotNeeds } from "./snapshot-needs.ts";
import { SymbolSequences } from "./symbol-sequences.ts";

/** What a follower is handed: a clock that never goes back, a way to ask, and whoever takes what comes. */
export type FollowerWorld = {
  readonly take: TakeMessages;
  readonly ask: (request: SnapshotRequest) => void;
  readonly monotonicMs: () => number;
  readonly counts: FeedCounts;
  /** Whether prices that are only played are taken as well. */
  readonly takesSimulated: boolean;
  /** How many bytes may wait to be taken; beyond it they are let go, and made up for by snapshots. */
  readonly waitingBytesMax: number;
  /** Is told when everything that was told of before has been handed over. */
  readonly hearWhole: () => void;
  /** Whether a symbol is listed; nothing is kept of one that is not. Left out, all are. */
  readonly isListed?: ((symbol: string) => boolean) | undefined;
};

/** A publisher says at least once a second that it is there; one that has not for so long may be replaced by any. */
const silentMsMax = 5_000;

/** A second answer to a request would have come by then; until then the first one decides nothing. */
const settleMs = 500;

type Source = Pick<FrameHead, "beganAtMs" | "isSimulated"> & { readonly name: string; heardMs: number };

/**
 * Makes a feed out of what arrives: at first snapshots of everything, then changes in their order. What is lost on the
 * way is noticed by the numbers of frames and of messages, and asked for again. Where it comes from, and when it is
 * called, is its owner's affair.
 */
export class FeedFollower {
  readonly #world: FollowerWorld;
  /** Frames that wait to be taken, in their order. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  readonly #sequences: SymbolSequences;
  readonly #needs: SnapshotNeeds;
  /** Symbols of the answer that is coming in whose snapshots could not be read. */
  readonly #unread = new Set<string>();
  /** The symbols of the last answer. */
  readonly #answered = new Set<string>();
  /** Until when the price of a symbol is doubtful: a snapshot told it, and nothing has confirmed it. */
  readonly #doubtfulUntilMs = new Map<string, number>();
  #settledMs = Number.POSITIVE_INFINITY;
  #source: Source | undefined;
  #lastFrame = 0;
  /** Whether everything that this source has told of before was handed over. */
  #isWhole = false;

  constructor(world: FollowerWorld) {
    this.#world = world;
    const { counts } = world;
    this.#sequences = new SymbolSequences({
      isListed: (symbol) => {
        const isListed = world.isListed?.(symbol) !== false;
        if (!isListed) counts.unlistedCount += 1;
        return isListed;
      },
      gap: () => {
        counts.gapCount += 1;
      },
      heal: () => {
        // What a follower is told at first makes nothing good.
        if (this.#isWhole) counts.healCount += 1;
      },
    });
    this.#needs = new SnapshotNeeds((nowMs) => this.#sequences.heldSymbols(nowMs));
  }

  /** Takes a frame that has arrived; it is looked at when there is time for it. */
  hearFrame(bytes: Uint8Array): void {
    // Before everything is known nothing is handed over, and a frame only tells whom to ask.
    if (!this.#isWhole) {
      const frame = this.#read(readFrame(bytes));
      if (frame === undefined || !this.#isOfSource(frame)) return;
    }
    if (this.#waitingBytes + bytes.length > this.#world.waitingBytesMax) {
      this.#world.counts.droppedFrameCount += this.#waiting.length;
      this.#waiting = [];
      this.#waitingBytes = 0;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  /** Hands over what waits, until it took so long; gives whether there is more. */
  work(budgetMs: number): boolean {
    const { monotonicMs } = this.#world;
    const untilMs = monotonicMs() + budgetMs;
    while (this.#isWhole) {
      const [bytes] = this.#waiting;
      if (bytes === undefined) return false;
      if (this.#takeFrame(bytes)) {
        this.#waiting.shift();
        this.#waitingBytes -= bytes.length;
      }
      if (monotonicMs() >= untilMs) return this.#isWhole && this.#waiting.length > 0;
    }
    return false;
  }

  /** Takes a part of an answer. */
  hearAnswer(bytes: Uint8Array): void {
    const part = this.#read(readAnswerFrame(bytes));
    if (part === undefined || !this.#needs.isAskedAs(part.request)) return;
    // A publisher takes another's place by its frames; whom the request does not ask has no answer to it.
    if (this.#source !== undefined && this.#source.name !== part.source) {
      this.#world.counts.strangeFrameCount += 1;
      return;
    }
    if (!this.#isOfSource(part)) return;
    // A publisher that was replaced is not asked again.
    const nowMs = this.#world.monotonicMs();
    const progress = this.#needs.hear(part, nowMs);
    if (progress.kind === "unasked") return;
    if (progress.kind === "disputed") {
      this.#doubt([...progress.symbols, ...this.#answered], nowMs);
      return;
    }
    const out: FeedMessage[] = [];
    for (const value of part.messages) {
      const message = readMessage(value, this.#passOver);
      if (typeof message === "string") this.#loseSnapshot(value, message);
      else if (message.kind === "snapshot") this.#sequences.heal(message, out);
      else this.#passOver("kind");
    }
    this.#settledMs = nowMs + settleMs;
    for (const message of out) {
      if (message.kind !== "snapshot") continue;
      this.#answered.add(message.symbol);
      this.#doubtfulUntilMs.set(message.symbol, this.#settledMs);
    }
    this.#hand(out);
    if (progress.kind === "going-on") return;
    this.#sequences.miss(new Set([...progress.symbols, ...this.#unread]), nowMs);
    this.#unread.clear();
    if (progress.kind === "whole" && !this.#isWhole) {
      this.#isWhole = true;
      this.#world.counts.isWhole = true;
      this.#lastFrame = progress.frame;
      this.#world.hearWhole();
    }
  }

  /** Nobody is there to answer. */
  hearNobody(): void {
    this.#needs.fail(this.#world.monotonicMs());
  }

  /** Asks at once for what was missed while there was no connection. */
  hearConnected(): void {
    const nowMs = this.#world.monotonicMs();
    this.#needs.fail(nowMs);
    if (this.#isWhole) this.#needs.addFramesAfter(this.#lastFrame);
    this.#needs.hurry(nowMs);
  }

  /** Has the state of symbols told again; what comes meanwhile waits for it. */
  need(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#sequences.need(symbol);
  }

  /**
   * Whether the price of a symbol may be somebody else's than the publisher's: it came in an answer that is not settled yet,
   * or was not the only one to its request, and no trade has followed.
   */
  isDoubtful(symbol: string): boolean {
    return (this.#doubtfulUntilMs.get(symbol) ?? 0) > this.#world.monotonicMs();
  }

  /** Asks for what is lacking, where it is time to. */
  tick(): void {
    const nowMs = this.#world.monotonicMs();
    if (nowMs >= this.#settledMs) {
      this.#settledMs = Number.POSITIVE_INFINITY;
      for (const [symbol, untilMs] of this.#doubtfulUntilMs) {
        if (untilMs <= nowMs) this.#doubtfulUntilMs.delete(symbol);
      }
    }
    const lacking = this.#needs.takeDue(nowMs);
    if (lacking === undefined) return;
    this.#answered.clear();
    this.#world.counts.requestCount += 1;
    this.#world.ask({ ...lacking, source: this.#source?.name });
  }

  /** Gives whether the frame is done with; one of a new source waits until everything of that is known. */
  #takeFrame(bytes: Uint8Array): boolean {
    const { counts } = this.#world;
    const frame = this.#read(readFrame(bytes));
    if (frame === undefined || !this.#isOfSource(frame)) return true;
    if (!this.#isWhole) return false;
    counts.frameCount += 1;
    if (frame.frame > this.#lastFrame + 1) {
      counts.lostFrameCount += frame.frame - this.#lastFrame - 1;
      this.#needs.addFramesAfter(this.#lastFrame);
    }
    if (frame.frame > this.#lastFrame) this.#lastFrame = frame.frame;
    const out: FeedMessage[] = [];
    for (const value of frame.messages) {
      const message = readMessage(value, this.#passOver);
      if (typeof message === "string") this.#passOver(message);
      else if (message.kind === "heartbeat") out.push(message);
      else this.#sequences.take(message, out);
    }
    this.#hand(out);
    return true;
  }

  /** Nothing else may ever be told of a symbol whose snapshot can't be read, so that it is asked for until one can. */
  #loseSnapshot(value: unknown, reason: BadReason): void {
    this.#passOver(reason);
    const { symbol, seq } = (value ?? {}) as Raw<"symbol" | "seq">;
    if (!isSymbol(symbol)) return;
    if (this.#sequences.lose(symbol, isPositive(seq) ? seq : 0)) this.#unread.add(symbol);
  }

  /**
   * Which answer is the publisher's cannot be told: the symbols of both are asked for again, less and less often, and are
   * doubtful until one answer alone comes.
   */
  #doubt(symbols: readonly string[], nowMs: number): void {
    this.#world.counts.conflictCount += 1;
    for (const symbol of symbols) {
      this.#doubtfulUntilMs.set(symbol, Number.POSITIVE_INFINITY);
      this.#sequences.refuse(symbol, nowMs);
    }
  }

  #hand(messages: readonly FeedMessage[]): void {
    if (messages.length === 0) return;
    if (this.#doubtfulUntilMs.size > 0) {
      for (const message of messages) {
        if (message.kind === "trade") this.#doubtfulUntilMs.delete(message.symbol);
      }
    }
    this.#world.counts.messageCount += messages.length;
    const untaken = this.#world.take(messages);
    if (Array.isArray(untaken)) {
      const nowMs = this.#world.monotonicMs();
      for (const symbol of untaken) this.#sequences.refuse(symbol, nowMs);
    }
    this.#sequences.settle(messages);
  }

  #read<Read extends FrameHead>(reading: Read | BadReason): Read | undefined {
    if (typeof reading !== "string") return reading;
    this.#passOver(reading);
    return undefined;
  }

  readonly #passOver = (reason: BadReason): void => {
    this.#world.counts.bad[reason] += 1;
  };

  #isOfSource({ source: name, beganAtMs, isSimulated }: FrameHead): boolean {
    const { counts, takesSimulated } = this.#world;
    if (isSimulated && !takesSimulated) {
      counts.simulatedFrameCount += 1;
      return false;
    }
    const nowMs = this.#world.monotonicMs();
    const source = this.#source;
    if (source?.name === name) {
      source.heardMs = nowMs;
      return true;
    }
    const next: Source = { name, beganAtMs, isSimulated, heardMs: nowMs };
    if (source !== undefined && !mayReplace(source, next)) {
      counts.strangeFrameCount += 1;
      return false;
    }
    this.#source = next;
    counts.hasSimulated ||= isSimulated;
    if (source !== undefined) this.#beginAnew(nowMs);
    return true;
  }

  #beginAnew(nowMs: number): void {
    this.#sequences.forget();
    this.#unread.clear();
    this.#lastFrame = 0;
    this.#isWhole = false;
    this.#world.counts.isWhole = false;
    this.#needs.addEverything();
    this.#needs.hurry(nowMs);
  }
}

/**
 * Whoever began last is followed, so that a publisher that is started again takes its own place at once; but nobody who
 * plays takes the place of one who does not.
 */
function mayReplace(source: Source, next: Source): boolean {
  if (next.heardMs - source.heardMs >= silentMsMax) return true;
  if (source.isSimulated !== next.isSimulated) return source.isSimulated;
  return next.beganAtMs > source.beganAtMs;
}
