import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openSqliteStore } from "@trading-oms/store";
import { expect, test } from "vitest";
import { listInstruments } from "../../../testing/list-instruments.ts";
import { makeFolder } from "../../../testing/make-folder.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";

/** A server that accepts simulated prices and whose feed is unreachable. */
const rehearsed = { FEED: "nats://127.0.0.1:1", FEED_SIMULATED: "on" };

/** A server with a simulated exchange at sixty times real time. */
const play = { FEED: "simulated", SIMULATED_HOURS: "always", SIMULATED_SPEED: "60" };

type Info = { readonly seq: number; readonly time: number; readonly totVol: number };

async function prepareFolder(...symbols: readonly string[]): Promise<string> {
  const folder = await makeFolder();
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  const now = (): number => Date.now();
  const hash = async (): Promise<string> => "";
  await listInstruments({ store, now, makeId: () => "", hash }, ...symbols);
  await store.close();
  return folder;
}

async function readInfo(origin: string): Promise<Info | null> {
  const answer = await fetch(`${origin}/api/v1/MarketData/GetSymbolSearch/FPT`);
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { readonly data: readonly { readonly info: Info | null }[] };
  return data[0]?.info ?? null;
}

/**
 * Searches repeatedly for a while and returns the last answer, with its duration to recognize a busy
 * machine.
 */
async function followInfo(
  origin: string,
  forMs: number,
): Promise<{ readonly last: Info; readonly answerMsMax: number }> {
  let last: Info | null = null;
  let answerMsMax = 0;
  for (const untilMs = Date.now() + forMs; Date.now() < untilMs; await wait(20)) {
    const beganMs = performance.now();
    last = await readInfo(origin);
    answerMsMax = Math.max(answerMsMax, performance.now() - beganMs);
  }
  if (last === null) throw new Error("Nothing was traded.");
  return { last, answerMsMax };
}

test("a killed server loses at most seconds of quotes, and the next one answers with the others at once", async () => {
  const folder = await prepareFolder("FPT", "VNM", "HPG");
  const settings = { DATA_DIR: folder, RATE_LIMIT_ADDRESS: "0", LOG_LEVEL: "error" };
  const played = await startBuiltServer({ ...settings, ...play });
  const { last, answerMsMax } = await followInfo(played.origin, 4_000);
  played.signal("SIGKILL");
  expect(await played.ended).toBeNull();
  const next = await startBuiltServer({ ...settings, ...rehearsed });
  const kept = await readInfo(next.origin);
  expect(kept?.totVol).toBeGreaterThan(0);
  expect(last.time - (kept?.time ?? 0)).toBeLessThan(2_500 + 10 * answerMsMax);
  expect(await readInfo(next.origin)).toEqual(kept);
  expect(played.written() + next.written()).not.toContain('"error"');
});

test("a stopped server loses nothing that it has answered", async () => {
  const folder = await prepareFolder("FPT");
  const settings = { DATA_DIR: folder, RATE_LIMIT_ADDRESS: "0", LOG_LEVEL: "error" };
  const played = await startBuiltServer({ ...settings, ...play });
  const { last } = await followInfo(played.origin, 2_500);
  played.signal("SIGTERM");
  expect(await played.ended).toBe(0);
  const next = await startBuiltServer({ ...settings, ...rehearsed });
  const kept = await readInfo(next.origin);
  expect(kept?.seq).toBeGreaterThanOrEqual(last.seq);
  expect(kept?.totVol).toBeGreaterThanOrEqual(last.totVol);
});

test("a server without a simulated feed ignores simulated quotes in the store", async () => {
  const folder = await prepareFolder("FPT");
  const settings = { DATA_DIR: folder, RATE_LIMIT_ADDRESS: "0", LOG_LEVEL: "error" };
  const played = await startBuiltServer({ ...settings, ...play });
  await followInfo(played.origin, 1_500);
  played.signal("SIGTERM");
  expect(await played.ended).toBe(0);
  const next = await startBuiltServer({ ...settings, FEED: "none" });
  expect(await readInfo(next.origin)).toBeNull();
});
