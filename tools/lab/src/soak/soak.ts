import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { moveCash, openAccount, type Services, setPosition } from "@trading-oms/brokerage";
import type { Instrument } from "@trading-oms/market";
import { runOms, signTokens, startNats } from "@trading-oms/scratch";
import { listInstruments } from "../feed/check-feed.ts";
import { openPublishedMarket } from "../feed/market.ts";
import { need, readAudit } from "../harness/accounts.ts";
import { openPages, sendTo } from "../harness/desk-pages.ts";
import { type Dice, makeDice, makeDiceOf, pick } from "../harness/dice.ts";
import { checkReach, measureUntil, tally } from "../harness/figures.ts";
import { openInspector } from "../harness/inspector.ts";
import { labTest, type Verdict } from "../harness/lab-test.ts";
import {
  checkQuiet,
  readMetrics,
  type ServerProcess,
  startServerProcess,
  stopServer,
} from "../harness/server.ts";
import { withStore } from "../harness/stores.ts";
import { openKeptConnection, paths, writeRequest } from "../harness/wire.ts";
import { compareReading, listIds, type Reading, readStream } from "../live/read-stream.ts";
import { checkSamples, limits, type Sample } from "./check-samples.ts";

const userCount = 20;
const streamsOfUser = 10;
/** A user sends a request this often. */
const requestMs = 2_000;
/** One of the streams is cut this often. */
const cutMs = 500;
/** Some hundred messages a second. */
const feedSpeed = 5;
const minuteMs = 60_000;
const openEveryMs = 20;
const openMsMax = 30_000;
const receivedMsMax = 5_000;
const terms = ["fpt", "hoa%20phat", "vn", "ngan%20hang"];

export const test = labTest({
  about: `Starts the built server on SQLite with a feed over NATS, and lets ${userCount} users search, read, preview, cover and get deposits, each a
request in ${requestMs / 1_000} s, beside ${userCount * streamsOfUser} streams, of which one is cut and comes back twice a second, and an open page of the desk. Once a minute it prints
what the server holds after a collection of garbage. Over the samples after the first ${limits.warmUpMinutes} minutes, heap and resident memory may grow by
${limits.slopeMax} MB a minute; more counts if it is ${limits.errorsMin} standard errors above zero. Handles may grow by ${limits.grownHandlesMax}, and the event loop's p99 of a minute may be ${limits.lagMsMax} ms.
Each notification has to reach each stream of its user once and in order. Below ${limits.slopeMinutesMin} minutes only counts and handles are checked, because a
slope needs time. It runs on Linux, since it looks into /proc. nats-server has to be installed (Debian:
nats-server), or named by NATS_SERVER_PATH.`,
  options: { minutes: { kind: "count", about: "how long it runs", usual: 30, short: 3, min: 1 } },
  run: ({ options: { minutes }, seed, folder, report }) =>
    withStore("sqlite", folder, async (services, environment) => {
      for (const verdict of await soak(services, environment, { minutes, seed })) report(verdict);
    }),
});

type User = {
  readonly userId: string;
  readonly accountId: string;
  readonly symbol: string;
  /** The value of the position of 1,000 shares at the reference price, in VND. */
  readonly worth: number;
};
type Stream = { readonly userId: string; readonly reading: Reading };
type Status = number | string;

async function soak(
  services: Services,
  environment: Readonly<Record<string, string>>,
  { minutes, seed }: { readonly minutes: number; readonly seed: number },
): Promise<Verdict[]> {
  await runOms(environment, "db", "migrate");
  await runOms(environment, "demo", "load", "--desk");
  const instruments = await listInstruments(environment["DATA_DIR"] ?? "");
  const users = await openAccounts(services, instruments);
  const nats = await startNats();
  const market = await openPublishedMarket(nats.url, instruments, seed, feedSpeed);
  const server = await startServerProcess({
    ...{ ...environment, FEED: nats.url, FEED_SIMULATED: "on" },
    ...{ STREAMS_PER_USER: "0", NODE_OPTIONS: "--inspect=127.0.0.1:0" },
  });
  const lifetime = `${minutes + 30}m`;
  const ids = users.map(({ userId }) => userId);
  const tokens = await signTokens(environment, ids, lifetime);
  const words = ["--user", "operator", "--role", "operator", "--ttl", lifetime];
  const operator = (await runOms(environment, "token", ...words)).trim();
  const streams = await openStreams(server, users, tokens);
  const ending = new AbortController();
  const { signal } = ending;
  const working = [
    pollDesk(server, operator, signal),
    ...users.map((user, index) => {
      const caller = { ...user, token: tokens.get(user.userId) ?? "", operator };
      return sendRequests(server, caller, makeDiceOf(seed, index), signal);
    }),
  ];
  const cutting = cutStreams(streams, makeDice(seed), signal);
  /** What each stream has to get. */
  const readExpected = async (): Promise<number[][]> => {
    const lists = await Promise.all(ids.map(async (id) => [id, await listIds(services, id)] as const));
    const idsOf = new Map(lists);
    return streams.map(({ userId, reading }) =>
      (idsOf.get(userId) ?? []).filter((id) => id > reading.beganAt()),
    );
  };
  const countReceived = (): number => streams.reduce((sum, { reading }) => sum + reading.ids.length, 0);
  const samples = await takeSamples(server, minutes, async () => {
    const expected = (await readExpected()).flat();
    return [new Set(expected).size, `${countReceived()} of ${expected.length}`];
  });
  ending.abort();
  const statuses = (await Promise.all(working)).flat();
  await cutting;
  const expected = await readExpected();
  const areReceived = async (): Promise<boolean> =>
    streams.every(({ reading }, index) => (reading.ids.at(-1) ?? 0) >= (expected[index]?.at(-1) ?? 0));
  await measureUntil(areReceived, { sinceMs: performance.now(), elapsedMsMax: receivedMsMax });
  await Promise.all(streams.map(({ reading }) => reading.stop()));
  const stopped = await stopServer(server);
  await market.close();
  await nats.stop();
  // Beside other checks of CI, a server may have to shed requests.
  const [accepted, shedding] =
    minutes < limits.slopeMinutesMin ? [[200, 304, 503], "|.*shedding requests"] : [[200, 304], ""];
  const failed = statuses.filter((status) => !accepted.includes(Number(status)));
  const connectionCount = streams.reduce((sum, { reading }) => sum + reading.connectionCount(), 0);
  const audits = await Promise.all(users.map((user) => readAudit(services, user)));
  const excused = new RegExp(`^(Debugger |For help, see${shedding}).*\\n?`, "gm");
  const complaints = (): string => server.complaints().replace(excused, "");
  return [
    ...checkSamples(samples, minutes),
    {
      line: `${new Set(expected.flat()).size} notifications were received ${countReceived()} times by ${streams.length} streams on ${connectionCount} connections`,
      faults: streams.flatMap(({ reading }, index) => compareReading(reading, expected[index] ?? [], index)),
    },
    {
      line: `requests were answered by ${tally(statuses)}`,
      faults: failed.length > 0 ? [`${failed.length} requests failed: ${tally(failed)}`] : [],
    },
    {
      line: "the server stopped",
      faults: [
        ...stopped,
        ...checkQuiet({ complaints }),
        ...audits.flatMap(({ faults }) => faults),
        ...checkReach({
          notifications: countReceived(),
          "streams that came back": connectionCount - streams.length,
          covers: audits.flatMap(({ entries }) => entries).length,
        }),
      ],
    },
  ];
}

/** Opens an account with a called position for each user. */
async function openAccounts(services: Services, instruments: readonly Instrument[]): Promise<User[]> {
  const stocks = instruments.filter(({ exchange, type }) => exchange === "HOSE" && type === "stock");
  const users = Array.from({ length: userCount }, (_, index) => {
    const { symbol, referencePrice } = pick(() => index % stocks.length, stocks);
    // Prices are thousandths of VND.
    return { userId: `user-${index}`, accountId: `SOAK-${index}`, symbol, worth: Number(referencePrice) };
  });
  for (const { symbol, worth, ...key } of users) {
    need(await openAccount(services, key));
    need(await moveCash(services, { key, kind: "deposit", amountVnd: 10_000_000_000n }));
    const entryVnd = BigInt(Math.round(1.25 * worth));
    need(await setPosition(services, { ...key, symbol }, { quantity: 1_000n, entryVnd }));
  }
  return users;
}

/** Opens the streams one after the other, as users come. Half of them follow prices and the account as well. */
async function openStreams(
  server: ServerProcess,
  users: readonly User[],
  tokens: ReadonlyMap<string, string>,
): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let index = 0; index < streamsOfUser; index += 1) {
    for (const { userId, accountId, symbol } of users) {
      const query = index % 2 === 0 ? `?symbols=${symbol}&accounts=${accountId}` : "";
      streams.push({ userId, reading: readStream([server.port], tokens.get(userId) ?? "", { query }) });
      await wait(openEveryMs);
    }
  }
  const areOpen = async (): Promise<boolean> =>
    (await readMetrics(server)).sumOf("oms_open_streams") === streams.length;
  const openMs = await measureUntil(areOpen, { sinceMs: performance.now(), elapsedMsMax: openMsMax });
  if (openMs === undefined) throw new Error(`The streams are not open after ${openMsMax} ms.`);
  return streams;
}

async function cutStreams(streams: readonly Stream[], dice: Dice, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await wait(cutMs)) pick(dice, streams).reading.cut();
}

async function pollDesk({ port }: ServerProcess, token: string, signal: AbortSignal): Promise<Status[]> {
  const agent = new Agent({ keepAlive: true });
  const statuses = await openPages((sent) => sendTo(port, agent, sent), { token, pageCount: 1, signal });
  agent.destroy();
  return statuses;
}

type Caller = User & { readonly token: string; readonly operator: string };

/** Sends the requests of a user, and the operator's deposits to the account, in turn. Returns the statuses. */
async function sendRequests(
  { port }: ServerProcess,
  { accountId, symbol, worth, token, operator }: Caller,
  dice: Dice,
  signal: AbortSignal,
): Promise<Status[]> {
  const position = `/companion/v0/accounts/${accountId}/positions/${symbol}`;
  const cash = `/operator/v0/accounts/${accountId}/cash`;
  const deposit = { kind: "deposit", amount: 1_000_000, reason: "a receipt" };
  const drawAmount = (): number => Math.round((worth * (20 + dice(20))) / 100);
  const requests: readonly (() => Parameters<typeof writeRequest>[0])[] = [
    () => ({ path: paths.search + pick(dice, terms) }),
    () => ({ path: paths.ratio + symbol, token }),
    () => ({ method: "POST", path: `${position}/cover-preview`, token, body: { amount: drawAmount() } }),
    () => ({ method: "PATCH", path: paths.cover, token, body: { accountId, symbol, amount: drawAmount() } }),
    () => ({ method: "POST", path: cash, token: operator, body: deposit }),
    () => ({ path: `${paths.notifications}?limit=20`, token }),
  ];
  const connection = openKeptConnection(port);
  const statuses: Status[] = [];
  for (await wait(dice(requestMs)); !signal.aborted; await wait(requestMs)) {
    const request = pick(() => statuses.length % requests.length, requests);
    const call = await connection.call(writeRequest(request()));
    statuses.push(call.kind === "answered" ? call.answer.status : call.kind);
  }
  connection.close();
  return statuses;
}

/** Takes a sample when all have begun, and after each minute, and prints it with the counts of that time. */
async function takeSamples(
  server: ServerProcess,
  minutes: number,
  readCounts: () => Promise<readonly (string | number)[]>,
): Promise<Sample[]> {
  const inspector = await openInspector(/ws:\S+/.exec(server.complaints())?.[0] ?? "");
  const samples: Sample[] = [];
  printRow(["minute", "heap MB", "resident MB", "handles", "p99 ms", "notified", "received"]);
  await wait(2 * requestMs);
  for (const beganMs = performance.now(); samples.length <= minutes; ) {
    await wait(Math.max(0, beganMs + samples.length * minuteMs - performance.now()));
    const minute = samples.length;
    const lagMs = (await readMetrics(server)).sumOf("nodejs_eventloop_lag_p99_seconds") * 1_000;
    await inspector.call("HeapProfiler.collectGarbage");
    const question = { expression: "process.memoryUsage()", returnByValue: true };
    const { result } = (await inspector.call("Runtime.evaluate", question)) as Evaluated;
    const { heapUsed, external, rss: residentBytes } = result.value;
    const { handleCount } = await server.weigh();
    const heapBytes = heapUsed + external;
    samples.push({ minute, heapBytes, residentBytes, handleCount, lagMs });
    const megabytes = [heapBytes, residentBytes].map((bytes) => (bytes / 1e6).toFixed(1));
    printRow([minute, ...megabytes, handleCount, lagMs.toFixed(1), ...(await readCounts())]);
  }
  inspector.close();
  return samples;
}

type Evaluated = { readonly result: { readonly value: NodeJS.MemoryUsage } };

function printRow(cells: readonly (string | number)[]): void {
  console.log(cells.map((cell) => String(cell).padStart(12)).join("  "));
}
