import { expect, test, vi } from "vitest";
import { setPrice } from "../settings/set-price.ts";
import { openMarkBook } from "../testing/open-mark-book.ts";
import { planWatch, sessionMs, tradeOf } from "../testing/plan-watch.ts";

test("keeps prices of a failed save for the next time, the newest of each symbol", async () => {
  const { services, memory, trade, clock } = await planWatch();
  const book = await openMarkBook(services);
  const { setMarks } = memory;
  memory.setMarks = () => Promise.reject(new Error("The store is away."));
  book.hear([trade(84_000_000n)]);
  await expect(book.save()).rejects.toThrow("The store is away.");
  clock.nowMs += 1_000;
  book.hear([trade(83_000_000n)]);
  memory.setMarks = setMarks;
  await book.save();
  expect(await services.store.readMarks(["FPT"])).toMatchObject([{ price: 83_000_000n, isByHand: false }]);
});

test("of many prices, keeps those queued behind a failure too, once each", async () => {
  const { services, memory, clock } = await planWatch();
  const book = await openMarkBook(services, { isPrice: () => true });
  const symbols = Array.from({ length: 450 }, (_, index) => `S${index}`);
  const tell = (price: bigint) => book.hear(symbols.map((symbol) => tradeOf(symbol, price, clock.nowMs)));
  const { setMarks } = memory;
  let asked = 0;
  memory.setMarks = (marks, at) => {
    asked += 1;
    return asked === 2 ? Promise.reject(new Error("The store is away.")) : setMarks.call(memory, marks, at);
  };
  tell(84_000_000n);
  await expect(book.save()).rejects.toThrow("The store is away.");
  clock.nowMs += 1;
  tell(83_000_000n);
  const saved: string[] = [];
  memory.setMarks = (marks, at) => {
    saved.push(...marks.map(({ symbol, price }) => `${symbol} ${price}`));
    return setMarks.call(memory, marks, at);
  };
  await book.save();
  expect(saved.sort()).toEqual(symbols.map((symbol) => `${symbol} 83000000`).sort());
});

test("saves a repeated price once after the store had a newer one", async () => {
  const { services, memory, trade, clock } = await planWatch();
  const [book, other] = [await openMarkBook(services), await openMarkBook(services)];
  for (const price of [84_000_000n, 83_000_000n, 82_000_000n]) {
    book.hear([trade(price)]);
    clock.nowMs += 1_000;
    other.hear([trade(price - 100_000n)]);
    await other.save();
    await book.refresh();
    clock.nowMs += 1_000;
  }
  book.hear([trade(81_000_000n)]);
  const setMarks = vi.spyOn(memory, "setMarks");
  await book.save();
  expect(setMarks.mock.calls.map(([marks]) => marks.map(({ price }) => price))).toEqual([[81_000_000n]]);
});

test("a save requested during another also saves what has not started", async () => {
  const { services, clock } = await planWatch();
  const book = await openMarkBook(services, { isPrice: () => true });
  const symbols = Array.from({ length: 450 }, (_, index) => `S${index}`);
  book.hear(symbols.map((symbol) => tradeOf(symbol, 84_000_000n, clock.nowMs)));
  const first = book.save();
  await book.save();
  await first;
  expect(await services.store.readMarks(symbols)).toHaveLength(450);
});

test("does not save a price set by hand as a feed price", async () => {
  const { services, memory, trade, clock } = await planWatch();
  const book = await openMarkBook(services);
  book.hear([trade(84_000_000n)]);
  clock.nowMs += 1_000;
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  await book.refresh();
  const setMarks = vi.spyOn(memory, "setMarks");
  await book.save();
  expect(setMarks).not.toHaveBeenCalled();
  expect(await services.store.readMarks(["FPT"])).toMatchObject([{ price: 90_000_000n, isByHand: true }]);
});

test("does not retry a failed save with a price that came from the store meanwhile", async () => {
  const { services, memory, trade, clock } = await planWatch();
  const [book, other] = [await openMarkBook(services), await openMarkBook(services)];
  const { setMarks } = memory;
  book.hear([trade(84_000_000n)]);
  memory.setMarks = () => Promise.reject(new Error("The store is away."));
  await expect(book.save()).rejects.toThrow("The store is away.");
  memory.setMarks = setMarks;
  clock.nowMs += 1_000;
  other.hear([trade(83_000_000n)]);
  await other.save();
  await book.refresh();
  const saved = vi.spyOn(memory, "setMarks");
  await book.save();
  expect(saved).not.toHaveBeenCalled();
});

test("saves many prices in parts that yield, and does not read its own saves back", async () => {
  const { services, memory } = await planWatch();
  let breathCount = 0;
  const yieldToEventLoop = async (): Promise<void> => {
    breathCount += 1;
  };
  const book = await openMarkBook(services, { yieldToEventLoop });
  const other = await openMarkBook(services, { yieldToEventLoop });
  const setMarks = vi.spyOn(memory, "setMarks");
  const listMarksSince = vi.spyOn(memory, "listMarksSince");
  const symbols = Array.from({ length: 2_200 }, (_, index) => `S${index}`);
  book.hear(symbols.map((symbol) => tradeOf(symbol, 80_000_000n, sessionMs)));
  await book.save();
  expect(setMarks.mock.calls.map(([marks]) => marks.length)).toEqual(Array(22).fill(100));
  expect((await book.refresh()).size).toBe(0);
  expect(listMarksSince).not.toHaveBeenCalled();
  breathCount = 0;
  expect((await other.refresh()).size).toBe(2_200);
  expect(listMarksSince).toHaveBeenCalledTimes(2);
  expect(breathCount).toBe(1);
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 90_000_000n });
  expect([...(await book.refresh())]).toEqual(["FPT"]);
});

test("saves a doubtful price only once it is confirmed; a price set by hand is not doubtful", async () => {
  const { services, trade } = await planWatch();
  const doubtful = new Set(["FPT", "VNM"]);
  const book = await openMarkBook(services, { isDoubtful: (symbol) => doubtful.has(symbol) });
  book.hear([trade(84_000_000n)]);
  await setPrice(services, { isConfirmed: true, symbol: "VNM", price: 90_000_000n });
  await book.refresh();
  expect([book.isDoubtful("FPT"), book.isDoubtful("VNM")]).toEqual([true, false]);
  await book.save();
  expect(await services.store.readMarks(["FPT"])).toEqual([]);
  doubtful.clear();
  await book.save();
  expect(await services.store.readMarks(["FPT"])).toMatchObject([{ price: 84_000_000n }]);
});
