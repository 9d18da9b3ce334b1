import type { Services } from "@trading-oms/brokerage";
import { hashText } from "./hash-text.ts";
import type { World } from "./world.ts";

/** Makes what the use cases are handed; the days without trading are those that were listed when the command began. */
export async function makeServices(
  store: Services["store"],
  { now, makeId }: Pick<World, "now" | "makeId">,
): Promise<Services> {
  const holidays = new Set(await store.listHolidays());
  return { store, now, makeId, hash: hashText, holidays: () => holidays };
}
