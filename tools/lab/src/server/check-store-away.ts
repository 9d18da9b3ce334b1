import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import type { Verdict } from "../ground/lab-test.ts";
import { runOms } from "../ground/oms.ts";
import { type ServerProcess, startServerProcess } from "../ground/server.ts";

const awayMs = 4_000;
const settledMs = 1_000;
const readyMsMax = 20_000;
const askMs = 5;

/** A store that can be taken from a server and given back. */
type Outage = {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly reasons: readonly string[];
  /** Operations that can't be answered meanwhile; the others are answered as ever. */
  readonly failing: readonly OperationName[];
  readonly begin: (server: ServerProcess) => Promise<void>;
  readonly end: (server: ServerProcess) => Promise<void>;
  readonly remove: () => Promise<void>;
};

type OperationName = keyof typeof targets;

const targets = {
  searchSymbols: "/api/v1/MarketData/GetSymbolSearch/FPT",
  getMarginRatio: "/api/v1/diagnostics/margin-ratios/FPT",
  listNotifications: "/api/v1/notifications?limit=5",
  setCoveredMarginCall: "/api/v1/users/covered-margin-call",
} as const;

type Answer = { readonly status: number; readonly retryAfter: string | null; readonly body: string };
type Asked = Answer & { readonly operation: OperationName };
type Cover = { readonly key: string; readonly amount: number };

/** Takes the store from a server that is asked all the while: PostgreSQL that goes away, and a disk of SQLite that is full. */
export async function checkStoreAway({ folder }: { readonly folder: string }): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const plan of [cutPostgresql, fillDisk]) {
    const outage = await plan(join(folder, "away"));
    try {
      verdicts.push(await checkOutage(outage));
    } finally {
      await outage.remove();
    }
  }
  return verdicts;
}

async function checkOutage({ name, settings, reasons, failing, begin, end }: Outage): Promise<Verdict> {
  const server = await startServerProcess(settings);
  const load = startLoad(server);
  const faults: string[] = [];
  await wait(settledMs);
  await begin(server);
  const lost = await waitForReadiness(server, 503);
  await wait(awayMs);
  await end(server);
  const found = await waitForReadiness(server, 200);
  await wait(settledMs);
  const { asked, acknowledged } = await load.stop();
  const { reasons: told } = JSON.parse(lost.body) as { readonly reasons?: { readonly store?: string } };
  if (!reasons.includes(told?.store ?? "")) faults.push(`/readyz gave as its reason ${lost.body}`);
  faults.push(...judgeAsked(asked, failing));
  for (const { cover, body } of acknowledged) {
    const again = await sendCover(server, cover);
    if (again.status !== 200 || again.body !== body) {
      faults.push(`a cover was answered by ${body}, and its repeat by ${again.status} ${again.body}`);
    }
  }
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  if (server.complaints().includes("unexpected failure")) {
    faults.push(`it logged ${server.complaints().slice(0, 500)}`);
  }
  const countOf = (status: number): number => asked.filter((each) => each.status === status).length;
  const line =
    `${name}: ${countOf(200)} requests answered, ${countOf(503)} put off; /readyz said ${told?.store} after ` +
    `${lost.elapsedMs.toFixed(0)} ms and was ready ${found.elapsedMs.toFixed(0)} ms after the end; ` +
    `${acknowledged.length} covers acknowledged and kept`;
  return { line, faults };
}

function judgeAsked(asked: readonly Asked[], failing: readonly OperationName[]): string[] {
  const faults = new Set<string>();
  for (const { operation, status, retryAfter, body } of asked) {
    if (status === 200) continue;
    if (status !== 503) faults.add(`${operation} was answered by ${status}: ${body}`);
    else if (!failing.includes(operation))
      faults.add(`${operation} was put off, and needs no store: ${body}`);
    else if (!/^\d+$/.test(retryAfter ?? "")) faults.add(`${operation} was put off without Retry-After`);
  }
  for (const operation of failing) {
    const isPutOff = asked.some((each) => each.operation === operation && each.status === 503);
    if (!isPutOff) faults.add(`${operation} was never put off: the store was not away`);
  }
  return [...faults];
}

/** Asks every operation over and over, one after the other each; a cover that was put off is sent again under its key. */
function startLoad(server: ServerProcess) {
  const asked: Asked[] = [];
  const acknowledged: { readonly cover: Cover; readonly body: string }[] = [];
  let isStopped = false;
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    for (; !isStopped; await wait(askMs)) await work();
  };
  const read = (operation: OperationName) =>
    repeat(async () => void asked.push({ operation, ...(await get(server, targets[operation])) }));
  let cover: Cover = { key: randomUUID(), amount: 1 };
  const covering = repeat(async () => {
    const answer = await sendCover(server, cover);
    asked.push({ operation: "setCoveredMarginCall", ...answer });
    if (answer.status !== 200) return;
    acknowledged.push({ cover, body: answer.body });
    cover = { key: randomUUID(), amount: cover.amount + 1 };
  });
  const loops = [read("searchSymbols"), read("getMarginRatio"), read("listNotifications"), covering];
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
      return { asked, acknowledged };
    },
  };
}

async function waitForReadiness(server: ServerProcess, status: number) {
  const beganMs = performance.now();
  for (;;) {
    const answer = await get(server, "/readyz");
    const elapsedMs = performance.now() - beganMs;
    if (answer.status === status) return { ...answer, elapsedMs };
    if (elapsedMs > readyMsMax) throw new Error(`/readyz never said ${status}, but ${answer.body}`);
    await wait(20);
  }
}

function get(server: ServerProcess, target: string): Promise<Answer> {
  return ask(server, target, {});
}

function sendCover(server: ServerProcess, { key, amount }: Cover): Promise<Answer> {
  return ask(server, targets.setCoveredMarginCall, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({ accountId: "888C000018", symbol: "VCB", amount }),
  });
}

async function ask({ port, token }: ServerProcess, target: string, init: RequestInit): Promise<Answer> {
  const headers = { ...init.headers, Authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}${target}`, { ...init, headers });
  const { status } = answer;
  return { status, retryAfter: answer.headers.get("retry-after"), body: await answer.text() };
}

/** A PostgreSQL behind a line that is cut, and refused until it is mended. */
async function cutPostgresql(folder: string): Promise<Outage> {
  await mkdir(folder, { recursive: true });
  const url = new URL(await makeDatabase());
  const sockets = new Set<Socket>();
  const line = createServer((client) => {
    const upstream = connect(Number(url.port || 5_432), url.hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((settle) => void line.listen(port, "127.0.0.1", () => settle()));
  await listen(0);
  const { port } = line.address() as { readonly port: number };
  const way = new URL(url);
  way.host = `127.0.0.1:${port}`;
  const settings = { DATA_DIR: folder, DATABASE_URL: way.href };
  await runOms(settings, "demo", "load");
  const begin = async (): Promise<void> => {
    line.close();
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    name: "PostgreSQL away",
    settings,
    reasons: ["unreachable"],
    failing: ["listNotifications", "setCoveredMarginCall"],
    begin,
    end: () => listen(port),
    remove: async () => {
      await begin();
      await dropDatabase(url.href);
    },
  };
}

/** A small disk in memory that is filled up; where none can be mounted, files of the server may not grow instead. */
async function fillDisk(parent: string): Promise<Outage> {
  const folder = `${parent}-disk`;
  await mkdir(folder, { recursive: true });
  const run = promisify(execFile);
  const isMounted = await run("mount", ["-t", "tmpfs", "-o", "size=32m", "none", folder]).then(
    () => true,
    () => false,
  );
  const settings = { DATA_DIR: folder };
  await runOms(settings, "demo", "load");
  const filler = join(folder, "filler");
  const limit = async ({ pid }: ServerProcess, bytes: number | "unlimited"): Promise<void> => {
    await run("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:`]);
  };
  return {
    name: isMounted ? "SQLite on a full disk" : "SQLite on files that may not grow",
    settings,
    reasons: isMounted ? ["disk-full"] : ["disk-failed"],
    failing: ["setCoveredMarginCall"],
    begin: async (server) => {
      if (!isMounted) return limit(server, (await stat(join(folder, "oms.sqlite-wal"))).size);
      await writeFile(filler, Buffer.alloc(64 * 1_024 * 1_024)).catch(() => {});
    },
    end: (server) => (isMounted ? rm(filler) : limit(server, "unlimited")),
    remove: async () => {
      if (isMounted) await run("umount", [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
