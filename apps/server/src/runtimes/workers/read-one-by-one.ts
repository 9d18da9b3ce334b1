import type { CardImages, CardReading } from "@trading-oms/id-card";
import { DecoderUnavailableError, type EdgeReader } from "@trading-oms/id-card/edge";
import type { Failure } from "../../failure.ts";
import type { CardOutcome } from "../../services.ts";
import { wait } from "./base-services.ts";

type ReadingWorld = {
  readonly openReader: () => Promise<EdgeReader>;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly now: () => number;
  /** Called with the error if copies of a read card failed; if omitted, no copies are made. */
  readonly onUncopied?: ((thrown: unknown) => void) | undefined;
};

/** The time limit of a card, as on Node; afterwards the answer says that time ran out. */
const cardMsMax = 10_000;

/** After this time the next card may start, in case the runtime ended the reading without an error. */
const readingMsMax = 30_000;

/**
 * Reads cards one at a time, because two would exceed the memory of an isolate. A request that arrives meanwhile is rejected
 * before its body is read.
 */
export function readOneByOne({ openReader, waitUntil, now, onUncopied }: ReadingWorld) {
  let reader: EdgeReader | undefined;
  let held: { readonly sinceMs: number } | undefined;
  const isHeld = () => held !== undefined && now() - held.sinceMs < readingMsMax;
  async function hold<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = { sinceMs: now() };
    held = own;
    try {
      return await work();
    } finally {
      if (held === own) held = undefined;
    }
  }
  async function read(images: CardImages): Promise<CardOutcome> {
    try {
      reader ??= await openReader();
      if (images.portrait && !(await reader.canDecode(images.portrait))) return { kind: "portrait-broken" };
      const reading = await reader.read(images);
      return { kind: "read", reading, copies: await copy(reader, images, reading) };
    } catch (thrown) {
      if (thrown instanceof DecoderUnavailableError) return { kind: "away", thrown };
      // The failed reader's memory may be corrupt, so the next card opens a new one.
      reader = undefined;
      return { kind: "crashed", thrown };
    }
  }
  /** No copies are made if no field was read or an image is broken. */
  async function copy(
    opened: EdgeReader,
    images: CardImages,
    { fields, problems }: CardReading,
  ): Promise<CardImages | undefined> {
    const isBroken = problems.some(({ code }) => code === "not_decodable");
    if (onUncopied === undefined || isBroken || Object.keys(fields).length === 0) return undefined;
    try {
      return await opened.copy(images);
    } catch (thrown) {
      onUncopied(thrown);
      return undefined;
    }
  }
  return {
    /** Keeps other cards from starting while work on a read card continues. */
    hold,
    /** Why no card can be accepted now, if so. */
    checkRoom: (): Failure | undefined => (isHeld() ? { code: "cards_queue_full" } : undefined),
    read: async (images: CardImages): Promise<CardOutcome> => {
      if (isHeld()) return { kind: "busy" };
      const outcome = hold(() => read(images));
      // Continues even if the client disconnects.
      waitUntil(outcome);
      const ending = new AbortController();
      const late = wait(cardMsMax, ending.signal).then(
        () => ({ kind: "late" }) as const,
        () => outcome,
      );
      return Promise.race([outcome, late]).finally(() => ending.abort());
    },
  };
}
