/** A store with watched positions, and the projection of a server beside the one that watches. */
import { DeskProjection } from "../desk/projection.ts";
import { openMarket } from "../engine/market-engine.ts";
import type { MarkBookOptions } from "../quotes/mark-book.ts";
import type { Services } from "../services.ts";
import { planWatch, sessionMs } from "./plan-watch.ts";

/** 17:00 on the second trading day. */
const planDue = { days: 2, minuteOfDay: 17 * 60 };

/** Opens a projection on a store, with `turn` for what its timers do. */
export async function openProjection(services: Services, options: MarkBookOptions = {}) {
  const market = await openMarket(services, { isPrice: (_symbol, price) => price > 0n, ...options });
  const { book, marks } = market;
  const own = { ...services, book, marks, holidays: book.holidays };
  const projection = new DeskProjection(own, { due: planDue, yieldToEventLoop: async () => {} });
  market.listen(projection);
  const turn = async (): Promise<void> => {
    await market.poll();
    await market.settle();
  };
  /** Follows accounts, and no prices. */
  const follow = async (): Promise<void> => {
    const { shards, sinceMs } = projection.followed() ?? { shards: [], sinceMs: 0 };
    const asked = { shards, sinceMs: sinceMs - 10_000 };
    const changed = await services.store.listChanges({ ...asked, limit: 500 });
    await projection.follow({ ...asked, askedAtMs: services.now(), changed, areAll: true });
  };
  await turn();
  return { projection, turn, follow, services: own };
}

/** A market with FPT and VNM at 100,000, a watching process, and a projection; `turn` brings both up to date. */
export async function planDesk(nowMs: number = sessionMs) {
  const world = await planWatch(nowMs);
  const watching = await world.begin("one");
  const desk = await openProjection(world.services);
  const turn = async (): Promise<void> => {
    await watching.turn();
    await desk.turn();
  };
  return { ...world, watching, ...desk, turn };
}
