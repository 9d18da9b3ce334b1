import type { FeedMessage, TakeMessages } from "@trading-oms/brokerage/ports";
import { type BadReason, isPositive, isSymbol, type Raw } from "../wire/checks.ts";
import { type FrameHead, readAnswerFrame, readFrame } from "../wire/frame.ts";
import { readMessage } from "../wire/message.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";
import type { FeedCounts } from "./feed-counts.ts";
import { SnapshotNeeds } from "./snapshot-needs.ts";
import { SymbolSequences } from "./symbol-sequences.ts";

/** What a follower needs from its environment. */
export type FollowerWorld = {
  readonly take: TakeMessages;
  readonly sendRequest: (request: SnapshotRequest) => void;
  /** A clock that never goes back. */
  readonly monotonicMs: () => number;
  readonly counts: FeedCounts;
  /** Whether simulated prices are taken as well. */
  readonly takesSimulated: boolean;
  /** The limit of queued frames in bytes. Beyond it all are dropped and replaced by snapshots. */
  readonly waitingBytesMax: number;
  /** Called when the state of every symbol has been delivered. */
  readonly onWhole: () => void;
  /** Whether a symbol is listed. Messages of unlisted symbols are ignored. All symbols are listed by default. */
  readonly isListed?: ((symbol: string) => boolean) | undefined;
};

/** After this silence any other publisher may replace the followed one. Publishers send at least a heartbeat a second. */
const silentMsMax = 5_000;

/** A second answer to a request would arrive within this time. Until then prices of the first one are doubtful. */
const settleMs = 500;

type Source = Pick<FrameHead, "beganAtMs" | "isSimulated"> & { readonly name: string; seenMs: number };

/**
 * Turns received frames and answers into a feed: first a snapshot of every symbol, then changes in order. It detects losses by
 * the numbers of frames and messages and requests snapshots. The owner provides transport and timing.
 */
export class FeedFollower {
  readonly #world: FollowerWorld;
  /** Frames that were not processed yet, in order. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  readonly #sequences: SymbolSequences;
  readonly #needs: SnapshotNeeds;
  /** Symbols of the current answer with an unreadable snapshot. */
  readonly #unread = new Set<string>();
  /** The symbols of the last answer. */
  readonly #answered = new Set<string>();
  /** Until when the price of a symbol is doubtful: it came in a snapshot and was not confirmed since. */
  readonly #doubtfulUntilMs = new Map<string, number>();
  #settledMs = Number.POSITIVE_INFINITY;
  #source: Source | undefined;
  #lastFrame = 0;
  /** Whether the state of every symbol of this source was delivered. */
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
      onGap: () => {
        counts.gapCount += 1;
      },
      onHeal: () => {
        // The first snapshots close no gap.
        if (this.#isWhole) counts.healCount += 1;
      },
    });
    this.#needs = new SnapshotNeeds((nowMs) => this.#sequences.dueSymbols(nowMs));
  }

  /** Queues a received frame for `drain`. */
  receiveFrame(bytes: Uint8Array): void {
    // Before the first complete answer a frame only shows which publisher to send requests to.
    if (!this.#isWhole) {
      const frame = this.#read(readFrame(bytes));
      if (frame === undefined || !this.#acceptsSource(frame)) return;
    }
    if (this.#waitingBytes + bytes.length > this.#world.waitingBytesMax) {
      this.#world.counts.droppedFrameCount += this.#waiting.length;
      this.#waiting = [];
      this.#waitingBytes = 0;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  /** Processes queued frames for up to a time. Returns whether more are queued. */
  drain(budgetMs: number): boolean {
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

  /** Processes a received part of an answer. */
  receiveAnswer(bytes: Uint8Array): void {
    const part = this.#read(readAnswerFrame(bytes));
    if (part === undefined || !this.#needs.isLastRequest(part.request)) return;
    // Only frames can replace the followed publisher, and requests go to that one only.
    if (this.#source !== undefined && this.#source.name !== part.source) {
      this.#world.counts.strangeFrameCount += 1;
      return;
    }
    if (!this.#acceptsSource(part)) return;
    const nowMs = this.#world.monotonicMs();
    const progress = this.#needs.receive(part, nowMs);
    if (progress.kind === "unrequested") return;
    if (progress.kind === "disputed") {
      this.#markDoubtful([...progress.symbols, ...this.#answered], nowMs);
      return;
    }
    const out: FeedMessage[] = [];
    for (const value of part.messages) {
      const message = readMessage(value, this.#countBad);
      if (typeof message === "string") this.#recordUnread(value, message);
      else if (message.kind === "snapshot") this.#sequences.applySnapshot(message, out);
      else this.#countBad("kind");
    }
    this.#settledMs = nowMs + settleMs;
    for (const message of out) {
      if (message.kind !== "snapshot") continue;
      this.#answered.add(message.symbol);
      this.#doubtfulUntilMs.set(message.symbol, this.#settledMs);
    }
    this.#deliver(out);
    if (progress.kind === "incomplete") return;
    this.#sequences.recordUnanswered(new Set([...progress.symbols, ...this.#unread]), nowMs);
    this.#unread.clear();
    if (progress.kind === "whole" && !this.#isWhole) {
      this.#isWhole = true;
      this.#world.counts.isWhole = true;
      this.#lastFrame = progress.frame;
      this.#world.onWhole();
    }
  }

  /** The request reached no publisher. */
  handleNoResponder(): void {
    this.#needs.retryLater(this.#world.monotonicMs());
  }

  /** Requests what was missed without a connection, at the next tick. */
  handleConnected(): void {
    const nowMs = this.#world.monotonicMs();
    this.#needs.retryLater(nowMs);
    if (this.#isWhole) this.#needs.addFramesAfter(this.#lastFrame);
    this.#needs.resetBackoff(nowMs);
  }

  /** Requests snapshots of symbols. Their messages are held back until then. */
  need(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#sequences.need(symbol);
  }

  /**
   * Whether the price of a symbol may not be the publisher's: it came in an answer of the last 500 ms, or in one of two answers to
   * a request, and no trade has followed.
   */
  isDoubtful(symbol: string): boolean {
    return (this.#doubtfulUntilMs.get(symbol) ?? 0) > this.#world.monotonicMs();
  }

  /** Sends the next request if one is due. Has to be called every few milliseconds. */
  tick(): void {
    const nowMs = this.#world.monotonicMs();
    if (nowMs >= this.#settledMs) {
      this.#settledMs = Number.POSITIVE_INFINITY;
      for (const [symbol, untilMs] of this.#doubtfulUntilMs) {
        if (untilMs <= nowMs) this.#doubtfulUntilMs.delete(symbol);
      }
    }
    const missing = this.#needs.takeDue(nowMs);
    if (missing === undefined) return;
    this.#answered.clear();
    this.#world.counts.requestCount += 1;
    this.#world.sendRequest({ ...missing, source: this.#source?.name });
  }

  /** Returns false for the first frame of a new source, which has to wait for the first complete answer. */
  #takeFrame(bytes: Uint8Array): boolean {
    const { counts } = this.#world;
    const frame = this.#read(readFrame(bytes));
    if (frame === undefined || !this.#acceptsSource(frame)) return true;
    if (!this.#isWhole) return false;
    counts.frameCount += 1;
    if (frame.frame > this.#lastFrame + 1) {
      counts.lostFrameCount += frame.frame - this.#lastFrame - 1;
      this.#needs.addFramesAfter(this.#lastFrame);
    }
    if (frame.frame > this.#lastFrame) this.#lastFrame = frame.frame;
    const out: FeedMessage[] = [];
    for (const value of frame.messages) {
      const message = readMessage(value, this.#countBad);
      if (typeof message === "string") this.#countBad(message);
      else if (message.kind === "heartbeat") out.push(message);
      else this.#sequences.take(message, out);
    }
    this.#deliver(out);
    return true;
  }

  /** Requests an unreadable snapshot again, because the symbol may never get another message. */
  #recordUnread(value: unknown, reason: BadReason): void {
    this.#countBad(reason);
    const { symbol, seq } = (value ?? {}) as Raw<"symbol" | "seq">;
    if (!isSymbol(symbol)) return;
    if (this.#sequences.recordUnread(symbol, isPositive(seq) ? seq : 0)) this.#unread.add(symbol);
  }

  /**
   * Marks symbols with two answers, of which either may be forged. They are requested again with growing pauses, and stay
   * doubtful until a request has one answer.
   */
  #markDoubtful(symbols: readonly string[], nowMs: number): void {
    this.#world.counts.conflictCount += 1;
    for (const symbol of symbols) {
      this.#doubtfulUntilMs.set(symbol, Number.POSITIVE_INFINITY);
      this.#sequences.recordUntaken(symbol, nowMs);
    }
  }

  #deliver(messages: readonly FeedMessage[]): void {
    if (messages.length === 0) return;
    const disputed = this.#doubtfulUntilMs.size > 0 ? this.#settleDoubts(messages) : [];
    this.#world.counts.messageCount += messages.length;
    const untaken = this.#world.take(messages);
    if (Array.isArray(untaken)) {
      const nowMs = this.#world.monotonicMs();
      for (const symbol of untaken) this.#sequences.recordUntaken(symbol, nowMs);
    }
    this.#sequences.recordTaken(messages);
    for (const symbol of disputed) this.#sequences.recordUntaken(symbol, this.#world.monotonicMs());
  }

  /**
   * A trade confirms the price of its symbol. A day ends the request for a symbol, although it confirms nothing: returns the
   * symbols that have to be requested again, since only a single answer ends a dispute.
   */
  #settleDoubts(messages: readonly FeedMessage[]): string[] {
    const disputed: string[] = [];
    for (const message of messages) {
      if (message.kind === "trade") this.#doubtfulUntilMs.delete(message.symbol);
      else if (
        message.kind === "day" &&
        this.#doubtfulUntilMs.get(message.symbol) === Number.POSITIVE_INFINITY
      )
        disputed.push(message.symbol);
    }
    return disputed;
  }

  #read<Read extends FrameHead>(reading: Read | BadReason): Read | undefined {
    if (typeof reading !== "string") return reading;
    this.#countBad(reading);
    return undefined;
  }

  readonly #countBad = (reason: BadReason): void => {
    this.#world.counts.bad[reason] += 1;
  };

  #acceptsSource({ source: name, beganAtMs, isSimulated }: FrameHead): boolean {
    const { counts, takesSimulated } = this.#world;
    if (isSimulated && !takesSimulated) {
      counts.simulatedFrameCount += 1;
      return false;
    }
    const nowMs = this.#world.monotonicMs();
    const source = this.#source;
    if (source?.name === name) {
      source.seenMs = nowMs;
      return true;
    }
    const next: Source = { name, beganAtMs, isSimulated, seenMs: nowMs };
    if (source !== undefined && !mayReplace(source, next)) {
      counts.strangeFrameCount += 1;
      return false;
    }
    this.#source = next;
    counts.hasSimulated ||= isSimulated;
    if (source !== undefined) this.#startOver(nowMs);
    return true;
  }

  #startOver(nowMs: number): void {
    this.#sequences.clear();
    this.#unread.clear();
    this.#lastFrame = 0;
    this.#isWhole = false;
    this.#world.counts.isWhole = false;
    this.#needs.addEverything();
    this.#needs.resetBackoff(nowMs);
  }
}

/**
 * The publisher that began last is followed, so a restarted publisher replaces its earlier run at once. A simulating publisher
 * never replaces a real one unless that is silent.
 */
function mayReplace(source: Source, next: Source): boolean {
  if (next.seenMs - source.seenMs >= silentMsMax) return true;
  if (source.isSimulated !== next.isSimulated) return source.isSimulated;
  return next.beganAtMs > source.beganAtMs;
}
