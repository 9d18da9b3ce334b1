import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { renderAnswerFrame, renderFrame } from "../wire/frame.ts";
import { renderMessage } from "../wire/message.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";

/** What a publisher is handed. */
type PublisherWorld = {
  /** Names this publisher and no other. */
  readonly source: string;
  /** Whether what it tells is only played. */
  readonly isSimulated: boolean;
  readonly now: () => number;
  readonly send: (frame: string) => void;
  /** Gives all that was told of a symbol by now. */
  readonly snapshotOf: (symbol: string) => FeedSnapshot | undefined;
  /** How many bytes can be sent at once. */
  readonly payloadBytesMax: () => number;
  /** Is told of what is too long to be sent at all. */
  readonly fail: (thrown: unknown) => void;
};

/** A follower may give way to others between two frames, which are taken in well under a millisecond. */
const messagesInFrameMax = 100;
const frameBytesMax = 200_000;
/** A part of an answer is taken at once, which is to take no longer than anybody may wait. */
const partBytesMax = 24_000;
/** What stands around the messages, with names as long as they may be. */
const headBytes = 400;

/** Makes frames of what it is told, and answers those who lack something. */
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

  /** Takes messages into the frame that is sent next; full ones are sent at once. */
  tell(messages: readonly FeedMessage[]): void {
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

  /** Sends what waits. */
  flush(): void {
    if (this.#pending.length === 0) return;
    this.#frame += 1;
    const messages = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#isSilent = false;
    this.#world.send(renderFrame(this.#head(), messages));
  }

  /** Says that it is there, where nothing else has said so since this was last called. */
  beat(): void {
    if (this.#isSilent && this.#pending.length === 0) {
      this.tell([{ kind: "heartbeat", atMs: this.#world.now() }]);
    }
    this.flush();
    this.#isSilent = true;
  }

  /** Answers a request in parts, each as of the moment in which it is made; somebody else's has no answer. */
  *answer({ request, source, lacking }: SnapshotRequest): Generator<string> {
    if (source !== undefined && source !== this.#world.source) return;
    this.flush();
    const symbols = this.#symbolsOf(lacking);
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

  /** How many bytes of messages fit in what is sent at once. */
  #payloadBytesMax(wanted: number = Number.POSITIVE_INFINITY): number {
    return Math.min(wanted, this.#world.payloadBytesMax() - headBytes);
  }

  /** Writes a message; a snapshot that is too long without its news, and nothing where that is too long as well. */
  #render(message: FeedMessage, payloadBytesMax: number): string | undefined {
    const text = renderMessage(message);
    if (Buffer.byteLength(text) < payloadBytesMax) return text;
    if (message.kind === "snapshot" && message.quote.news.length > 0) {
      return this.#render({ ...message, quote: { ...message.quote, news: [] } }, payloadBytesMax);
    }
    this.#world.fail(new RangeError(`A message (${message.kind}) is longer than NATS takes at once.`));
    return undefined;
  }

  #symbolsOf(lacking: SnapshotRequest["lacking"]): Iterable<string> {
    if (lacking === undefined) return [...this.#frameOf.keys()];
    const symbols = new Set(lacking.symbols);
    const { afterFrame } = lacking;
    if (afterFrame === undefined) return symbols;
    for (const [symbol, frame] of this.#frameOf) if (frame > afterFrame) symbols.add(symbol);
    return symbols;
  }

  #head() {
    const { source, isSimulated, now } = this.#world;
    return { source, isSimulated, beganAtMs: this.#beganAtMs, frame: this.#frame, atMs: now() };
  }
}
