import { setTimeout as wait } from "node:timers/promises";
import { readNatsServers } from "@trading-oms/feed";
import { openNatsPublisher } from "@trading-oms/feed/nats";
import { calendarDateOf, type MarketMessage, QuoteBoard } from "@trading-oms/market";
import { makeMarketInstruments, playChanges } from "./market.ts";

/** What the parent process asks of the publisher. */
export type PublishOrder = { readonly changesASecond: number; readonly seconds: number };

/** What the publisher reports. */
export type PublishOutcome = { readonly changeCount: number; readonly seconds: number };

const strokeMs = 2;
const changeCount = 150_000;

const [url = "", instrumentCount = "0"] = process.argv.slice(2);
const servers = readNatsServers(url);
if (servers === undefined) throw new Error(`${url} is not an address of NATS.`);
const instruments = makeMarketInstruments(Number(instrumentCount));
const changes = playChanges(instruments, changeCount);
const board = new QuoteBoard(instruments);
const seqs = new Map<string, number>();
let next = 0;
const publisher = openNatsPublisher({
  servers,
  source: `bench-${process.pid}`,
  isSimulated: true,
  snapshotOf: (symbol) => board.snapshotOf(symbol),
});
await publisher.opened;
publishMessages(
  instruments.map(({ symbol, referencePrice }) => {
    const atMs = Date.now();
    return { kind: "day", ...originOf(symbol), atMs, date: calendarDateOf(atMs), referencePrice };
  }),
);
process.on("message", (order: PublishOrder) => void publish(order));
process.on("disconnect", () => void publisher.close());
process.send?.("ready");

/** Publishes the recorded changes in a loop, with new sequence numbers and times. */
async function publish({ changesASecond, seconds }: PublishOrder): Promise<void> {
  const began = performance.now();
  let changeCount = 0;
  for (let elapsedMs = 0; elapsedMs < seconds * 1_000; elapsedMs = performance.now() - began) {
    const due = Math.floor((changesASecond * elapsedMs) / 1_000) - changeCount;
    const messages: MarketMessage[] = [];
    for (let index = 0; index < due; index += 1) {
      const change = changes[next];
      next = (next + 1) % changes.length;
      if (change === undefined) break;
      messages.push({ ...change, ...originOf(change.symbol), atMs: Date.now() });
    }
    publishMessages(messages);
    changeCount += messages.length;
    await wait(strokeMs);
  }
  publisher.flush();
  const outcome: PublishOutcome = { changeCount, seconds: (performance.now() - began) / 1_000 };
  process.send?.(outcome);
}

function publishMessages(messages: readonly MarketMessage[]): void {
  for (const message of messages) board.apply(message);
  publisher.publish(messages);
}

function originOf(symbol: string): { readonly symbol: string; readonly seq: number } {
  const seq = (seqs.get(symbol) ?? 0) + 1;
  seqs.set(symbol, seq);
  return { symbol, seq };
}
