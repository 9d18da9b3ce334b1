/** A server that reads many positions, at its start and when another one has died, beside probes and searches. */
import { setTimeout as wait } from "node:timers/promises";
import { shardOf } from "@trading-oms/brokerage";
import { makeDatabase, releaseDatabase, runOms, runSql } from "@trading-oms/scratch";
import { quantile, seconds } from "../harness/figures.ts";
import { tryAgain, type Verdict, widen } from "../harness/lab-test.ts";
import { readMetrics, type ServerProcess, startServerProcess } from "../harness/server.ts";
import { paths } from "../harness/wire.ts";

const probeMsMax = 250;
const searchMsMax = 1_000;
const [positionCountLong, positionCountShort] = [200_000, 50_000];
const pauseMs = 100;
const heldMsMax = 300_000;
/** Until the leases of a killed server have ended. */
const leasesMs = 6_000;

/** Starts a server on many positions, then another one, and kills the first. */
export async function checkLoading(folder: string, isShort: boolean): Promise<Verdict[]> {
  const url = await makeDatabase();
  const settings = { DATA_DIR: folder, DATABASE_URL: url };
  try {
    await runOms(settings, "db", "migrate");
    await runOms(settings, "demo", "load");
    await fill(url, isShort ? positionCountShort : positionCountLong);
    return await tryAgain("loading", () => tryOnce(settings, isShort));
  } finally {
    await releaseDatabase(url);
  }
}

async function tryOnce(settings: Readonly<Record<string, string>>, isShort: boolean): Promise<Verdict[]> {
  const first = await startServerProcess(settings);
  const start = await observe(first, isShort, "a start");
  const second = await startServerProcess(settings);
  try {
    // Half of the shards are the second one's, and the others follow.
    await untilReady(second);
    await wait(3_000);
    await first.kill();
    return [start, await observe(second, isShort, "a takeover")];
  } finally {
    await first.kill();
    await second.stop();
    await wait(leasesMs);
  }
}

/** One account a user, each with one position far above its call rate. */
async function fill(url: string, count: number): Promise<void> {
  const inPart = 20_000;
  for (let from = 0; from < count; from += inPart) {
    const users = Array.from(
      { length: Math.min(inPart, count - from) },
      (_, index) => `load-${from + index}`,
    );
    const rows = users.map((user) => `('${user}',${shardOf(user)})`).join(",");
    await runSql(
      url,
      `with given (user_id, shard) as (values ${rows}),
         traders as (insert into app_user (user_id, number, shard)
           select user_id, 1000000 + ${from} + row_number() over (), shard from given),
         owners as (insert into account_owner select 'a-' || user_id, user_id from given),
         accounts as (insert into account (user_id, account_id, version, shard, equity_vnd, opened_at, changed_at)
           select user_id, 'a-' || user_id, 1, shard, 100000000, 1, 1 from given)
       insert into position select user_id, 'a-' || user_id, 'FPT', 100, 8000000, 4000000, 0, 0, 1, 1, null from given`,
    );
  }
  await runSql(url, "analyze");
}

type Seen = { readonly status: number; readonly ms: number };

/** Sends a probe and a search ten times a second until the server holds all positions. One that is alone is not ready before. */
async function observe(
  server: ServerProcess,
  isShort: boolean,
  what: "a start" | "a takeover",
): Promise<Verdict> {
  const positionCount = isShort ? positionCountShort : positionCountLong;
  const beganMs = performance.now();
  const [probes, searches]: [Promise<Seen>[], Promise<Seen>[]] = [[], []];
  const faults: string[] = [];
  for (let heldCount = 0; heldCount < positionCount; await wait(pauseMs)) {
    probes.push(ask(server, "/healthz"));
    searches.push(ask(server, `${paths.search}fpt`));
    if (probes.length % 5 > 0) continue;
    const isReady = (await ask(server, "/readyz")).status === 200;
    heldCount = (await readMetrics(server)).sumOf("oms_watch_positions");
    if (what === "a start" && isReady && heldCount < positionCount)
      faults.push(`it was ready with ${heldCount} positions`);
    if (performance.now() - beganMs < heldMsMax) continue;
    faults.push(`it holds ${heldCount} positions`);
    break;
  }
  const tookMs = performance.now() - beganMs;
  await untilReady(server);
  const [probed, searched] = [await Promise.all(probes), await Promise.all(searches)];
  const p99 = (seen: readonly Seen[]): number =>
    quantile(
      seen.map(({ ms }) => ms),
      0.99,
    );
  const [probeMs, searchMs] = [widen(probeMsMax, isShort), widen(searchMsMax, isShort)];
  if (p99(probed) > probeMs) faults.push(`/healthz took over ${probeMs} ms`);
  if (p99(searched) > searchMs) faults.push(`searches took over ${searchMs} ms`);
  if ([...probed, ...searched].some(({ status }) => status !== 200)) faults.push("requests were refused");
  const line =
    `${what} on ${positionCount} positions: held after ${seconds(tookMs)}; of ${searched.length} each p99 ` +
    `${p99(probed).toFixed(0)} ms for /healthz, ${p99(searched).toFixed(0)} ms for searches`;
  return { line, faults };
}

async function untilReady(server: ServerProcess): Promise<void> {
  while ((await ask(server, "/readyz")).status !== 200) await wait(pauseMs);
}

async function ask({ url }: ServerProcess, path: string): Promise<Seen> {
  const beganMs = performance.now();
  const answer = await fetch(`${url}${path}`);
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - beganMs };
}
