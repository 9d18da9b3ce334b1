/** A store with watched positions, and the projection of a server beside the one that watches. */
import { DeskProjection } from "../desk/projection.ts";
import { type MarkBookOptions, openMarkBook } from "../quotes/mark-book.ts";
import { openReferenceBook } from "../reference/book.ts";
import type { Services } from "../services.ts";
import { planWatch, sessionMs } from "./plan-watch.ts";

/** 17:00 on the second trading day. */
const planDue = { days: 2, minuteOfDay: 17 * 60 };

/** Opens a projection on a store, with `turn` for what its timers do. */
export async function openProjection(services: Services, options: MarkBookOptions = {}) {
  const book = await openReferenceBook(services);
  const marks = await openMarkBook(services, options);
  const own = { ...services, book, marks, holidays: book.holidays };
  const projection = new DeskProjection(own, { due: planDue, yieldToEventLoop: async () => {} });
  const turn = async (): Promise<void> => {
    if (await book.refresh()) projection.onBookChange();
    projection.onPriceChange(await marks.refresh());
    await projection.follow();
  };
  await turn();
  return { projection, turn, services: own };
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
