import { setTimeout as wait } from "node:timers/promises";
import { listBadTellings } from "./list-bad-tellings.ts";
import type { PublishedMarket } from "./open-published-market.ts";
import { readFeedMetrics } from "./read-feed-metrics.ts";

const times = 20;
const arrivalMs = 300;
/** So short that a symbol is asked for again soon, since it is asked for ever later. */
const losingMs = 120;
const spoilingMs = 60;

/**
 * Has the publisher itself tell what is bad, in frames that are its next, and then answer with snapshots that could not
 * be shown; gives which of them were not counted for what they are.
 */
export async function tellBadMessages(port: number, market: PublishedMarket): Promise<string[]> {
  const [symbol = ""] = market.symbols();
  const bad = listBadTellings(symbol, Date.now());
  const before = await readFeedMetrics(port);
  for (let time = 0; time < times; time += 1) {
    market.tellUnheeded(bad.map(({ message }) => message));
    await wait(10);
  }
  await wait(arrivalMs);
  const after = await readFeedMetrics(port);
  const faults: string[] = [];
  for (const [reason, each] of Object.entries(Object.groupBy(bad, ({ reason }) => reason))) {
    const counted = (after.badOf[reason] ?? 0) - (before.badOf[reason] ?? 0);
    const expected = times * (each?.length ?? 0);
    if (counted !== expected)
      faults.push(`of ${expected} messages bad for ${reason} ${counted} were counted`);
  }
  console.log(
    `  ${times * bad.length} bad messages in the publisher's own frames, ${after.bad - before.bad} counted by their reasons`,
  );
  return [...faults, ...(await answerBadly(port, market))];
}

async function answerBadly(port: number, market: PublishedMarket): Promise<string[]> {
  const before = await readFeedMetrics(port);
  market.spoilAnswers(true);
  market.loseEvery(3);
  await wait(losingMs);
  market.loseEvery(0);
  await wait(spoilingMs);
  market.spoilAnswers(false);
  const after = await readFeedMetrics(port);
  const counted = (after.badOf["quantity"] ?? 0) - (before.badOf["quantity"] ?? 0);
  console.log(`  ${counted} snapshots in answers that could not be shown, passed over`);
  return counted > 0 ? [] : ["no bad snapshot of an answer was counted"];
}
