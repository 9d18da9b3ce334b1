import type { CardImages, CardReading } from "@trading-oms/id-card";
import { DecoderAwayError, type EdgeReader } from "@trading-oms/id-card/edge";
import type { Failure } from "../../http/failures.ts";
import type { CardOutcome, ServerServices } from "../../services.ts";
import { wait } from "./base-services.ts";

/** What reads cards one after the other, for two at once would not fit into an isolate. */
type OneByOne = {
  /** Why no card can be taken now, if none can. */
  readonly judgeRoom: () => Failure | undefined;
  readonly read: NonNullable<ServerServices["readCard"]>;
  /** Lets no other card begin while something is done with one that was read. */
  readonly hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** How cards are read. */
type ReadingWorld = {
  readonly openReader: () => Promise<EdgeReader>;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly now: () => number;
  /** Hears why a card that was read has no copies; left out, none are made. */
  readonly tellUncopied?: ((thrown: unknown) => void) | undefined;
};

/** A card has so long, as on Node; its sender is then told so. */
const cardMsMax = 10_000;

/** So long one card is read at the most before the next is, should the runtime have ended it without a word. */
const readingMsMax = 30_000;

/** Reads cards one by one; a request that comes meanwhile is refused before its body is taken. */
export function readOneByOne({ openReader, waitUntil, now, tellUncopied }: ReadingWorld): OneByOne {
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
      if (thrown instanceof DecoderAwayError) return { kind: "away", thrown };
      // Its memory is as it was when it broke off, so that no other card is read with it.
      reader = undefined;
      return { kind: "broke-off", thrown };
    }
  }
  /** Of what shows no card, or is no image, nothing is kept. */
  async function copy(
    opened: EdgeReader,
    images: CardImages,
    { fields, problems }: CardReading,
  ): Promise<CardImages | undefined> {
    const isBroken = problems.some(({ code }) => code === "not-decodable");
    if (tellUncopied === undefined || isBroken || Object.keys(fields).length === 0) return undefined;
    try {
      return await opened.copy(images);
    } catch (thrown) {
      tellUncopied(thrown);
      return undefined;
    }
  }
  return {
    hold,
    judgeRoom: () => (isHeld() ? { code: "cards-queue-full" } : undefined),
    read: async (images) => {
      if (isHeld()) return { kind: "busy" };
      const outcome = hold(() => read(images));
      // It goes on until it is done even where the client has gone.
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
