/** Many desk pages, and one viewer who asks for what is dear, beside the searches of users. */
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runOms } from "@trading-oms/scratch";
import { openPages, orders, type Received, type Sent, sendTo } from "../harness/desk-pages.ts";
import { checkReach, quantile, tally } from "../harness/figures.ts";
import { tryAgain, type Verdict, widen } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess } from "../harness/server.ts";
import { paths } from "../harness/wire.ts";
import { callCount, loadCalls, longChain } from "./load-calls.ts";

const pageCount = 20;
const laneCount = 60;
const searchPauseMs = 25;
/**
 * What a search may take beside pages, by what it takes without any. The short form does not judge it, because searches on a slow machine
 * wait for the lab's own work.
 */
const timesMax = 2;
const p99MsMax = 250;
/** What pages may take of a core, in hundredths. */
const coreShareMax = 60;
/** Of the pages that ask while another viewer asks for much, so many may be refused. */
const pagesRefusedShareMax = 0.1;
const pagesRefusedShareMaxShort = 0.5;
/** Ticks of the processor's time a second, as Linux counts them for programs. */
const ticksASecond = 100;

/** What one viewer asks for in sixty lanes. */
const attacks: Readonly<Record<string, (lane: number) => Sent>> = {
  verify: (lane) => ({
    method: "POST",
    path: `/operator/v0/audits/${longChain}/verify`,
    ...(lane % 3 === 0 && { leavesMs: 200 }),
  }),
  CSV: (lane) => ({
    path: `/operator/v0/calls?order=${orders[lane % orders.length]}`,
    headers: { Accept: "text/csv" },
  }),
  "deep pages": (lane) => ({
    path:
      lane % 2 === 0
        ? `/operator/v0/calls?order=${orders[lane % orders.length]}&limit=100&offset=${9_000 + lane}`
        : `/operator/v0/nearest?limit=100&offset=${lane}`,
  }),
};

/** Measures searches and the processor's time without pages, with pages, and with a viewer who asks for much besides. */
export async function checkDesk(folder: string, isShort: boolean): Promise<Verdict[]> {
  const data = join(folder, "desk");
  await loadCalls(data);
  const settings = { DATA_DIR: data, FEED: "simulated", OPERATOR: "on" };
  return tryAgain("desk", () => tryOnce(settings, isShort));
}

async function tryOnce(settings: Readonly<Record<string, string>>, isShort: boolean): Promise<Verdict[]> {
  const [aloneMs, pagesMs, attackMs] = isShort ? [4_000, 8_000, 4_000] : [10_000, 60_000, 20_000];
  const server = await startServerProcess(settings);
  const agent = new Agent({ keepAlive: true });
  const send = (sent: Sent): Promise<Received> => sendTo(server.port, agent, sent);
  const measureFor = (durationMs: number): Promise<Measured> => measure(server, send, durationMs);
  const signToken = async (user: string): Promise<string> =>
    (await runOms(settings, "token", "--user", user, "--role", "viewer", "--ttl", "1h")).trim();
  const viewer = await signToken("viewer");
  const ending = new AbortController();
  try {
    await untilLoaded(server, viewer);
    await measureFor(2_000);
    const alone = await measureFor(aloneMs);
    const pages = openPages(send, { token: viewer, pageCount, signal: ending.signal });
    await wait(2_000);
    const beside = await measureFor(pagesMs);
    const share = beside.coreShare - alone.coreShare;
    const faults = judge(alone, beside, isShort);
    if (share > coreShareMax) faults.push(`the pages take ${share.toFixed(0)} % of a core`);
    const verdicts: Verdict[] = [
      {
        line:
          `${callCount} calls, searches alone ${describe(alone)}; ${pageCount} pages besides: ` +
          `${describe(beside)}, ${share.toFixed(0)} % for the pages`,
        faults,
      },
    ];
    for (const [name, sentIn] of Object.entries(attacks)) {
      // The limit of requests a minute is each viewer's own.
      const busy = await signToken(`busy with ${name}`.replaceAll(" ", "-"));
      const stopping = new AbortController();
      const lanes = sendInLanes(send, busy, sentIn, stopping.signal);
      const attacked = await measureFor(attackMs);
      stopping.abort();
      const statuses = await lanes;
      const line = `${laneCount} × ${name} besides: ${describe(attacked)}; the viewer had ${tally(statuses)}`;
      const reached = checkReach({ [`answers to ${name}`]: statuses.filter((each) => each === 200).length });
      verdicts.push({ line, faults: [...judge(alone, attacked, isShort), ...reached] });
    }
    ending.abort();
    const answers = await pages;
    const refusedCount = answers.filter((status) => status !== 200 && status !== 304).length;
    const refusedShareMax = isShort ? pagesRefusedShareMaxShort : pagesRefusedShareMax;
    const areServed = refusedCount <= refusedShareMax * answers.length;
    const line = `the pages had ${tally(answers)}`;
    return [...verdicts, { line, faults: areServed ? [] : ["pages of others were refused"] }];
  } finally {
    ending.abort();
    agent.destroy();
    await server.stop();
  }
}

type Measured = { readonly searches: readonly Received[]; readonly coreShare: number };

function describe({ searches, coreShare }: Measured): string {
  const ms = searches.map((each) => each.ms);
  return (
    `p50 ${quantile(ms, 0.5).toFixed(1)} ms, p99 ${quantile(ms, 0.99).toFixed(0)} ms ` +
    `(${tally(searches.map(({ status }) => status))}), ${coreShare.toFixed(0)} % of a core`
  );
}

function judge(alone: Measured, { searches }: Measured, isShort: boolean): string[] {
  const p50Ms = quantile(
    alone.searches.map(({ ms }) => ms),
    0.5,
  );
  const besideMs = searches.map(({ ms }) => ms);
  const faults: string[] = [];
  if (!isShort && quantile(besideMs, 0.5) > timesMax * p50Ms)
    faults.push("the median of searches is over twice that of before");
  const msMax = widen(p99MsMax, isShort);
  if (quantile(besideMs, 0.99) > msMax) faults.push(`the p99 of searches is over ${msMax} ms`);
  if (searches.some(({ status }) => status !== 200)) faults.push("searches were refused");
  return faults;
}

/** Searches at fixed times, whether or not earlier ones were answered, and reads what the server's process took. */
async function measure(
  server: ServerProcess,
  send: (sent: Sent) => Promise<Received>,
  durationMs: number,
): Promise<Measured> {
  const searches: Promise<Received>[] = [];
  const beganMs = performance.now();
  const beganTicks = await readTicks(server);
  const terms = ["fpt", "hoa%20phat", "vn", "ngan%20hang"];
  for (const endMs = beganMs + durationMs; performance.now() < endMs; await wait(searchPauseMs)) {
    searches.push(send({ path: paths.search + terms[searches.length % terms.length] }));
  }
  const received = await Promise.all(searches);
  const tookS = (performance.now() - beganMs) / 1_000;
  const coreShare = ((await readTicks(server)) - beganTicks) / ticksASecond / tookS;
  return { searches: received, coreShare: 100 * coreShare };
}

/** The processor's time of a process and its threads. */
async function readTicks({ pid }: ServerProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
  return user + system;
}

async function sendInLanes(
  send: (sent: Sent) => Promise<Received>,
  token: string,
  sentIn: (lane: number) => Sent,
  signal: AbortSignal,
): Promise<(number | string)[]> {
  const statuses: (number | string)[] = [];
  const lanes = Array.from({ length: laneCount }, async (_, lane) => {
    while (!signal.aborted) {
      const { headers, ...sent } = sentIn(lane);
      const { status } = await send({ ...sent, headers: { ...headers, Authorization: `Bearer ${token}` } });
      statuses.push(status);
      // A refused one comes back ten times as early as Retry-After says.
      if (status !== 200) await wait(100);
    }
  });
  await Promise.all(lanes);
  return statuses;
}

async function untilLoaded({ url }: ServerProcess, token: string): Promise<void> {
  for (;;) {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/operator/v0/calls?limit=1`, { headers });
    const { total } = (await answer.json()) as { readonly total?: number };
    if (total !== undefined && total >= callCount) return;
    await wait(200);
  }
}
