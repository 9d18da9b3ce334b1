import { moveCash, setPrice } from "@trading-oms/brokerage";
import { heldKey, orderOf, planHeld, sendCover } from "../../../../testing/plan-held.ts";
import { answerOf, openLive } from "../../../../testing/read-live.ts";

/** An answer with the events of a stream that was followed until its token expired. */
export async function listAnswers(): Promise<Response[]> {
  const server = await planHeld({ feedHealth: () => ({ silentSinceMs: 1, isSimulated: false }) });
  const { services, clock, board, live } = server;
  // A call that is judged on a last price, after one on the reference price.
  await sendCover(server, { body: orderOf(2_000_000) });
  await setPrice(services, { isConfirmed: true, symbol: "FPT", price: 79_000_000n });
  await sendCover(server, { body: orderOf(2_000_001) });
  await moveCash(services, { key: heldKey, kind: "deposit", amountVnd: 5n, movementId: "TX-2" });
  const price = 1_461_000n;
  const traded = { quantity: 2, turnover: 2n * price, tradeCount: 1 };
  const quote = {
    date: "2026-11-16",
    referencePrice: price,
    session: "continuous",
    isHalted: false,
    lastPrice: price,
    lastQuantity: 2,
    lastTradedAtMs: clock.nowMs,
    openPrice: price,
    closePrice: price,
    highPrice: price,
    lowPrice: price,
    total: { ...traded },
    bought: { ...traded },
    sold: { ...traded },
    openInterest: 9,
    depth: { seq: 1, atMs: clock.nowMs, bids: [{ price, quantity: 1 }], asks: [{ price, quantity: 2 }] },
    sentiment: undefined,
    news: [],
    quotedSeq: 1,
    quotedAtMs: clock.nowMs,
  } as const;
  board.apply({ kind: "snapshot", symbol: "41I1GB000", seq: 1, atMs: clock.nowMs, quote } as never);
  const query = `?symbols=FPT,VN30F1M&fields=depth&accounts=${heldKey.accountId}&after=0`;
  const reading = await openLive(server, query, { token: await server.tokenOf("demo", 60_000) });
  const events = await reading.settle();
  for (const passedMs of [16_000, 16_000]) {
    clock.nowMs += passedMs;
    live.turn();
    events.push(...(await reading.settle()));
  }
  return [answerOf(reading, events)];
}
