import {
  DeskProjection,
  DeskState,
  figuresOfDesk,
  findAccounts,
  listNearest,
  shockPrices,
} from "@trading-oms/brokerage";
import {
  holdInMemory,
  openServices,
  positionOf,
  sessionNow,
  tradeOf,
  yieldToEventLoop,
} from "../watch/store.ts";

/** A measurement in a separate process. */
export type DeskOrder = {
  readonly positionCount: number;
  readonly symbolCount: number;
  readonly listCount: number;
  readonly shockCount: number;
};

/** Milliseconds of the processor of each call, and what the positions take in memory. */
export type DeskOutcome = {
  readonly megabytes: number;
  readonly lists: Readonly<Record<string, readonly number[]>>;
  readonly shocks: readonly { readonly ms: number; readonly longestStepMs: number }[];
};

/** So many symbols have another price at each list. */
const movedSymbols = 20;
const warmUps = 10;

const order = JSON.parse(process.argv[2] ?? "{}") as DeskOrder;
console.log(JSON.stringify(await measure(order)));

async function measure(asked: DeskOrder): Promise<DeskOutcome> {
  const { positionCount, symbolCount, listCount, shockCount } = asked;
  const symbols = Array.from({ length: symbolCount }, (_, index) => `S${index}`);
  const store = holdInMemory({
    count: positionCount,
    positionAt: (place) => {
      const postedVnd = isCalled(place) ? 35_000_000n : 50_000_000n + BigInt(place % 997) * 10_000n;
      return positionOf(symbols[place % symbolCount] ?? "", place % 4 === 3 ? -1_000n : 1_000n, postedVnd);
    },
    isCalledAt: isCalled,
  });
  const services = await openServices(store, symbols);
  const { marks } = services;
  marks.hear(symbols.map((symbol) => tradeOf(symbol, 100_000_000n, sessionNow())));
  const before = usedBytes();
  let steps = { beganMs: 0, longestMs: 0 };
  const endStep = (): void => {
    const nowMs = processorMs();
    steps = { beganMs: nowMs, longestMs: Math.max(steps.longestMs, nowMs - steps.beganMs) };
  };
  const projection = new DeskProjection(services, {
    due: { days: 2, minuteOfDay: 1_020 },
    yieldToEventLoop: async () => {
      endStep();
      await yieldToEventLoop();
    },
  });
  await projection.follow();
  const megabytes = (usedBytes() - before) / 1e6;
  const page = { limit: 100, offset: 0 };
  const deepPage = { limit: 100, offset: Math.floor(positionCount * 0.9) };
  const first = new DeskState(projection).listCalls({}, "due", page);
  if (projection.holdings.positionCount !== positionCount || first.total !== positionCount / 20) {
    throw new Error(`Of ${positionCount} positions ${first.total} are called.`);
  }
  let turn = 0;
  const moveSome = (): void => {
    const moved = Array.from(
      { length: movedSymbols },
      (_, place) => symbols[(turn + place) % symbolCount] ?? "",
    );
    turn += movedSymbols;
    const price = 99_500_000n + BigInt(turn % 11) * 100_000n;
    projection.onPriceChange(marks.hear(moved.map((symbol) => tradeOf(symbol, price, sessionNow()))));
  };
  const time = async (list: () => unknown): Promise<number[]> => {
    const ms: number[] = [];
    for (let round = -warmUps; round < listCount; round += 1) {
      moveSome();
      const beganMs = processorMs();
      list();
      if (round >= 0) ms.push(processorMs() - beganMs);
      await yieldToEventLoop();
    }
    return ms;
  };
  const lists = {
    "a page of calls": await time(() => new DeskState(projection).listCalls({}, "outstanding", page)),
    "a page of the nearest": await time(() => listNearest(projection, page)),
    "a page of the nearest behind nine tenths of all": await time(() => listNearest(projection, deepPage)),
    "the figures of the status": await time(() => figuresOfDesk(projection)),
    "accounts by a beginning that all have": await time(() => findAccounts(projection, "account", 100)),
  };
  const shocks: DeskOutcome["shocks"][number][] = [];
  for (let round = -1; round < shockCount; round += 1) {
    const beganMs = processorMs();
    steps = { beganMs, longestMs: 0 };
    const shock = await shockPrices(projection, [{ scope: "all", name: undefined, millionths: -70_000n }]);
    endStep();
    const ms = processorMs() - beganMs;
    if (shock.kind !== "done" || shock.movedCount !== positionCount)
      throw new Error("Not every price has moved.");
    if (round >= 0) shocks.push({ ms, longestStepMs: steps.longestMs });
  }
  return { megabytes, lists, shocks };
}

function isCalled(place: number): boolean {
  return place % 20 === 0;
}

function usedBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A list waits for nothing, so the processor time of the main thread is what a request waits on a free core. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
