import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { renderAnswerFrame, renderFrame } from "../wire/frame.ts";
import { renderMessage } from "../wire/message.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";

/** What a publisher needs from its environment. */
export type PublisherWorld = {
  /** The unique name of this run of a publisher: letters, digits, `_` and `-`. */
  readonly source: string;
  /** Whether the prices are simulated. Servers take such prices only if they are configured to. */
  readonly isSimulated: boolean;
  readonly now: () => number;
  readonly send: (frame: string) => void;
  /** Returns the state of a symbol, including every message that was published so far. */
  readonly snapshotOf: (symbol: string) => FeedSnapshot | undefined;
  /** The longest message that the transport takes. */
  readonly payloadBytesMax: () => number;
  /** Called for a message that is too long to be sent. */
  readonly fail: (thrown: unknown) => void;
};

/** A full frame is processed in well under a millisecond; a follower yields to other work between frames. */
const messagesInFrameMax = 100;
const frameBytesMax = 200_000;
/** A follower processes a part of an answer without yielding, so parts are short. */
const partBytesMax = 24_000;
/** The longest envelope around the messages. */
const headBytes = 400;

/** Packs messages into frames and answers requests for snapshots. The owner sends and calls `flush`. */
export class FeedPublisher {
  readonly #world: PublisherWorld;
  readonly #beganAtMs: number;
  readonly #frameOf = new Map<string, number>();
  #frame = 0;
  #pending: string[] = [];
  #pendingBytes = 0;
  #isSilent = true;

  constructor(world: PublisherWorld) {
    this.#world = world;
    this.#beganAtMs = world.now();
  }

  /** Adds messages to the next frame. Full frames are sent at once. */
  add(messages: readonly FeedMessage[]): void {
    for (const message of messages) {
      const payloadBytesMax = this.#payloadBytesMax(frameBytesMax);
      const text = this.#render(message, this.#payloadBytesMax());
      if (text === undefined) continue;
      const bytes = Buffer.byteLength(text) + 1;
      if (this.#pendingBytes + bytes > payloadBytesMax) this.flush();
      if (message.kind !== "heartbeat") this.#frameOf.set(message.symbol, this.#frame + 1);
      this.#pending.push(text);
      this.#pendingBytes += bytes;
      if (this.#pending.length === messagesInFrameMax) this.flush();
    }
  }

  flush(): void {
    if (this.#pending.length === 0) return;
    this.#frame += 1;
    const messages = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#isSilent = false;
    this.#world.send(renderFrame(this.#head(), messages));
  }

  /** Sends a heartbeat, unless a frame was sent since the last call. */
  beat(): void {
    if (this.#isSilent && this.#pending.length === 0) {
      this.add([{ kind: "heartbeat", atMs: this.#world.now() }]);
    }
    this.flush();
    this.#isSilent = true;
  }

  /** Answers a request in parts, each with the current state. Requests to other publishers have no answer. */
  *answer({ request, source, missing }: SnapshotRequest): Generator<string> {
    if (source !== undefined && source !== this.#world.source) return;
    this.flush();
    const symbols = this.#symbolsOf(missing);
    const frame = this.#frame;
    let part = 0;
    let bytes = 0;
    let snapshots: string[] = [];
    for (const symbol of symbols) {
      const snapshot = this.#world.snapshotOf(symbol);
      if (snapshot === undefined) continue;
      const text = this.#render(snapshot, this.#payloadBytesMax());
      if (text === undefined) continue;
      const snapshotBytes = Buffer.byteLength(text) + 1;
      if (snapshots.length > 0 && bytes + snapshotBytes > this.#payloadBytesMax(partBytesMax)) {
        yield renderAnswerFrame({ ...this.#head(), frame, request, part: ++part, isLast: false }, snapshots);
        snapshots = [];
        bytes = 0;
      }
      snapshots.push(text);
      bytes += snapshotBytes;
    }
    yield renderAnswerFrame({ ...this.#head(), frame, request, part: ++part, isLast: true }, snapshots);
  }

  /** The longest messages that fit into one payload, up to a wanted length. */
  #payloadBytesMax(wanted: number = Number.POSITIVE_INFINITY): number {
    return Math.min(wanted, this.#world.payloadBytesMax() - headBytes);
  }

  /** Renders a message. A snapshot that is too long loses its news. Undefined if a message is still too long. */
  #render(message: FeedMessage, payloadBytesMax: number): string | undefined {
    const text = renderMessage(message);
    if (Buffer.byteLength(text) < payloadBytesMax) return text;
    if (message.kind === "snapshot" && message.quote.news.length > 0) {
      return this.#render({ ...message, quote: { ...message.quote, news: [] } }, payloadBytesMax);
    }
    this.#world.fail(
      new RangeError(`A message (${message.kind}) is longer than the max_payload of NATS and was not sent.`),
    );
    return undefined;
  }

  #symbolsOf(missing: SnapshotRequest["missing"]): Iterable<string> {
    if (missing === undefined) return [...this.#frameOf.keys()];
    const symbols = new Set(missing.symbols);
    const { afterFrame } = missing;
    if (afterFrame === undefined) return symbols;
    for (const [symbol, frame] of this.#frameOf) if (frame > afterFrame) symbols.add(symbol);
    return symbols;
  }

  #head() {
    const { source, isSimulated, now } = this.#world;
    return { source, isSimulated, beganAtMs: this.#beganAtMs, frame: this.#frame, atMs: now() };
  }
}
