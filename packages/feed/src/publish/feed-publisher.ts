import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { renderAnswerFrame, renderFrame } from "../wire/render-frame.ts";
import { renderMessage } from "../wire/render-message.ts";
import type { SnapshotRequest } from "../wire/snapshot-request.ts";

/** What a publisher is handed. */
export type PublisherWorld = {
  /** Names this publisher and no other. */
  readonly source: string;
  /** Whether what it tells is only played. */
  readonly isSimulated: boolean;
  readonly now: () => number;
  readonly send: (frame: string) => void;
  /** Gives all that was told of a symbol by now. */
  readonly snapshotOf: (symbol: string) => FeedSnapshot | undefined;
};

/** A follower may give way to others between two frames, which are taken in well under a millisecond. */
const messagesInFrameMax = 100;
/** A server of NATS takes a mebibyte at once, unless it is told otherwise. */
const charactersInFrameMax = 200_000;

/** Makes frames of what it is told, and answers those who lack something. */
export class FeedPublisher {
  readonly #world: PublisherWorld;
  readonly #beganAtMs: number;
  readonly #frameOf = new Map<string, number>();
  #frame = 0;
  #pending: string[] = [];
  #pendingCharacters = 0;
  #isSilent = true;

  constructor(world: PublisherWorld) {
    this.#world = world;
    this.#beganAtMs = world.now();
  }

  /** Takes messages into the frame that is sent next; full ones are sent at once. */
  tell(messages: readonly FeedMessage[]): void {
    for (const message of messages) {
      const text = renderMessage(message);
      if (this.#pendingCharacters + text.length > charactersInFrameMax) this.flush();
      if (message.kind !== "heartbeat") this.#frameOf.set(message.symbol, this.#frame + 1);
      this.#pending.push(text);
      this.#pendingCharacters += text.length;
      if (this.#pending.length === messagesInFrameMax) this.flush();
    }
  }

  /** Sends what waits. */
  flush(): void {
    if (this.#pending.length === 0) return;
    this.#frame += 1;
    const messages = this.#pending;
    this.#pending = [];
    this.#pendingCharacters = 0;
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
    let characters = 0;
    let snapshots: string[] = [];
    for (const symbol of symbols) {
      const snapshot = this.#world.snapshotOf(symbol);
      if (snapshot === undefined) continue;
      const text = renderMessage(snapshot);
      if (characters + text.length > charactersInFrameMax) {
        yield renderAnswerFrame({ ...this.#head(), frame, request, part: ++part, isLast: false }, snapshots);
        snapshots = [];
        characters = 0;
      }
      snapshots.push(text);
      characters += text.length;
    }
    yield renderAnswerFrame({ ...this.#head(), frame, request, part: ++part, isLast: true }, snapshots);
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
