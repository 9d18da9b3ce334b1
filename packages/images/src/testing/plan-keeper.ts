import { type ImageKeys, makeImageKey } from "../image-keys.ts";
import type { UnverifiedLink } from "../image-links.ts";
import { type ImageKeeper, type ImageKeeperSettings, openImageKeeper } from "../open-image-keeper.ts";
import { memoryImages } from "./memory-images.ts";

/** 10:00 on 18 November 2026 in Vietnam. */
export const testNowMs: number = Date.parse("2026-11-18T10:00:00+07:00");

/** A keeper with a store in memory. Tests set its clock and its keys. */
export type PlannedKeeper = ReturnType<typeof memoryImages> & {
  readonly keeper: ImageKeeper;
  readonly clock: { nowMs: number };
  readonly keyFile: { keys: ImageKeys };
};

/** A keeper that keeps images for a day, with links valid for ten minutes. */
export async function planKeeper(changes: Partial<ImageKeeperSettings> = {}): Promise<PlannedKeeper> {
  const memory = memoryImages();
  const clock = { nowMs: testNowMs };
  const keyFile: { keys: ImageKeys } = { keys: [await makeImageKey(() => testNowMs)] };
  const keeper = openImageKeeper({
    store: memory.store,
    keys: async () => keyFile.keys,
    now: () => clock.nowMs,
    keptMs: 86_400_000,
    linkMs: 600_000,
    origin: "https://images.example.com",
    purpose: "opening an account",
    consent: "terms of November 2026",
    ...changes,
  });
  return { ...memory, keeper, clock, keyFile };
}

/** The parts of a link, as a server reads them. */
export function partsOf(link: string | undefined): UnverifiedLink {
  const { pathname, searchParams } = new URL(link ?? "");
  const [, , cardId = "", side = ""] = pathname.split("/");
  return {
    cardId,
    side,
    expires: searchParams.get("expires") ?? undefined,
    signature: searchParams.get("signature") ?? undefined,
  };
}
