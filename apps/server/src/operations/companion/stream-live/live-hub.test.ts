import { expect, test } from "vitest";
import { planHeld } from "../../../testing/plan-held.ts";
import { openLive } from "../../../testing/read-live.ts";

/** More than all streams may have in a turn. */
const moreThanATurn = 10_000_000;

function sleeper(name: string, woken: string[]) {
  return { isDue: () => true, wake: () => void woken.push(name) };
}

test("quotes wait for a turn with bytes left, and what comes then is of that moment", async () => {
  const server = await planHeld();
  const live = await openLive(server, "?symbols=FPT");
  await live.settle();
  const trade = (seq: number, price: bigint): void => {
    const atMs = server.clock.nowMs;
    server.market.apply([{ kind: "trade", symbol: "FPT", seq, atMs, price, quantity: 100, side: "none" }]);
  };
  trade(1, 80_000_000n);
  server.live.turn();
  server.live.countQuoteBytes(sleeper("another stream", []), moreThanATurn);
  expect(await live.settle()).toEqual([]);
  trade(2, 79_000_000n);
  server.live.turn();
  expect(await live.settle()).toMatchObject([{ event: "quote", data: { info: { lsPrc: 79_000 } } }]);
});

test("those that took quotes longest ago are woken first", async () => {
  const { live } = await planHeld();
  const woken: string[] = [];
  const [one, other] = [sleeper("one", woken), sleeper("other", woken)];
  live.join(one);
  live.join(other);
  live.countQuoteBytes(one, 1);
  live.turn();
  expect(woken).toEqual(["other", "one"]);
});

test("one that has left is woken no more, though it took something last", async () => {
  const { live } = await planHeld();
  const woken: string[] = [];
  const one = sleeper("one", woken);
  live.join(sleeper("other", woken));
  live.join(one)();
  live.countQuoteBytes(one, 1);
  live.turn();
  expect(woken).toEqual(["other"]);
});
