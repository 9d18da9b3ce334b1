import { type ImageKeys, makeImageKey } from "../image-keys.ts";
import type { AskedLink } from "../image-links.ts";
import { type ImageKeeper, type ImageKeeperSettings, openImageKeeper } from "../open-image-keeper.ts";
import { memoryImages } from "./memory-images.ts";

/** 18 November 2026, ten in the morning in Hà Nội. */
export const testNowMs: number = Date.parse("2026-11-18T10:00:00+07:00");

/** A keeper in memory, at a clock and with keys that the test sets. */
export type PlannedKeeper = ReturnType<typeof memoryImages> & {
  readonly keeper: ImageKeeper;
  readonly clock: { nowMs: number };
  readonly ring: { keys: ImageKeys };
};

/** Plans a keeper that keeps for a day and whose links are good for ten minutes. */
export async function planKeeper(given: Partial<ImageKeeperSettings> = {}): Promise<PlannedKeeper> {
  const memory = memoryImages();
  const clock = { nowMs: testNowMs };
  const ring: { keys: ImageKeys } = { keys: [await makeImageKey(() => testNowMs)] };
  const keeper = openImageKeeper({
    store: memory.store,
    keys: async () => ring.keys,
    now: () => clock.nowMs,
    keptMs: 86_400_000,
    linkMs: 600_000,
    origin: "https://images.example.com",
    purpose: "opening an account",
    consent: "terms of November 2026",
    ...given,
  });
  return { ...memory, keeper, clock, ring };
}

/** The parts of a link, as a server reads them. */
export function partsOf(link: string | undefined): AskedLink {
  const { pathname, searchParams } = new URL(link ?? "");
  const [, , cardId = "", side = ""] = pathname.split("/");
  return {
    cardId,
    side,
    expires: searchParams.get("expires") ?? undefined,
    signature: searchParams.get("signature") ?? undefined,
  };
}
