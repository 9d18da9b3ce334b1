import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { makeDatabase, releaseDatabase, runOms } from "@trading-oms/scratch";
import { seconds } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess } from "../harness/server.ts";
import { paths } from "../harness/wire.ts";

const awayMs = 4_000;
const settledMs = 1_000;
const readyMsMax = 20_000;
const askMs = 5;

/** A store that can be taken away from a server and given back. */
type Outage = {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly reason: string;
  /** Operations that fail meanwhile; the others must be answered as usual. */
  readonly failing: readonly string[];
  readonly begin: (server: ServerProcess) => Promise<void>;
  readonly end: (server: ServerProcess) => Promise<void>;
  readonly remove: () => Promise<void>;
};

type Answer = { readonly status: number; readonly retryAfter: string | null; readonly body: string };
type Asked = Answer & { readonly path: string };
type Cover = { readonly key: string; readonly amount: number };

const readPaths = [`${paths.search}FPT`, `${paths.ratio}FPT`, paths.notifications];

/** Takes the store away from a server under load: a PostgreSQL that goes down, and a full disk of SQLite. */
export async function checkStoreUnavailable({ folder }: { readonly folder: string }): Promise<Verdict[]> {
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

async function checkOutage(outage: Outage): Promise<Verdict> {
  const server = await startServerProcess(outage.settings);
  try {
    return await evaluateOutage(server, outage);
  } finally {
    // A server that still has its files open would keep the disk mounted.
    await server.kill();
  }
}

async function evaluateOutage(
  server: ServerProcess,
  { name, reason, failing, begin, end }: Outage,
): Promise<Verdict> {
  const load = startLoad(server);
  await wait(settledMs);
  await begin(server);
  const lost = await waitForReadiness(server, 503);
  await wait(awayMs);
  await end(server);
  const found = await waitForReadiness(server, 200);
  await wait(settledMs);
  const { asked, acknowledged } = await load.stop();
  const faults = checkAsked(asked, failing);
  const { reasons } = JSON.parse(lost.body) as { readonly reasons?: { readonly store?: string } };
  if (reasons?.store !== reason) faults.push(`/readyz gave as its reason ${lost.body}`);
  for (const { cover, body } of acknowledged) {
    const again = await sendCover(server, cover);
    if (again.status !== 200 || again.body !== body) {
      faults.push(`a cover was answered by ${body}, and its repeat by ${again.status} ${again.body}`);
    }
  }
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  // It may log that the store is unavailable, but no unexpected failure.
  if (server.complaints().includes("unexpected failure"))
    faults.push(`it logged ${server.complaints().slice(0, 500)}`);
  const countOf = (status: number): number => asked.filter((each) => each.status === status).length;
  const line =
    `${name}: ${countOf(200)} requests answered, ${countOf(503)} put off; /readyz said ${reasons?.store} after ` +
    `${seconds(lost.elapsedMs)} and was ready ${seconds(found.elapsedMs)} after the end; ` +
    `${acknowledged.length} covers acknowledged and kept`;
  return { line, faults };
}

function checkAsked(asked: readonly Asked[], failing: readonly string[]): string[] {
  const faults = new Set<string>();
  for (const { path, status, retryAfter, body } of asked) {
    if (status === 200) continue;
    if (status !== 503) faults.add(`${path} was answered by ${status}: ${body}`);
    else if (!failing.includes(path)) faults.add(`${path} was put off, and needs no store: ${body}`);
    else if (!/^\d+$/.test(retryAfter ?? "")) faults.add(`${path} was put off without Retry-After`);
  }
  for (const path of failing) {
    const isPutOff = asked.some((each) => each.path === path && each.status === 503);
    if (!isPutOff) faults.add(`${path} was never put off: the store was not away`);
  }
  return [...faults];
}

/** Calls every operation in a loop. A cover that got a 503 is sent again under its key. */
function startLoad(server: ServerProcess) {
  const asked: Asked[] = [];
  const acknowledged: { readonly cover: Cover; readonly body: string }[] = [];
  let isStopped = false;
  const repeat = async (path: string, send: () => Promise<Answer>): Promise<void> => {
    for (; !isStopped; await wait(askMs)) asked.push({ path, ...(await send()) });
  };
  let cover: Cover = { key: randomUUID(), amount: 1 };
  const loops = [
    ...readPaths.map((path) => repeat(path, () => ask(server, path))),
    repeat(paths.cover, async () => {
      const answer = await sendCover(server, cover);
      if (answer.status === 200) {
        acknowledged.push({ cover, body: answer.body });
        cover = { key: randomUUID(), amount: cover.amount + 1 };
      }
      return answer;
    }),
  ];
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
    const answer = await ask(server, "/readyz");
    const elapsedMs = performance.now() - beganMs;
    if (answer.status === status) return { ...answer, elapsedMs };
    if (elapsedMs > readyMsMax) throw new Error(`/readyz never said ${status}, but ${answer.body}`);
    await wait(20);
  }
}

function sendCover(server: ServerProcess, { key, amount }: Cover): Promise<Answer> {
  return ask(server, paths.cover, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({ accountId: "888C000018", symbol: "VCB", amount }),
  });
}

async function ask({ url, token }: ServerProcess, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { ...init.headers, Authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { ...init, headers });
  const { status } = answer;
  return { status, retryAfter: answer.headers.get("retry-after"), body: await answer.text() };
}

/** A PostgreSQL behind a proxy that cuts its connections, and refuses new ones until it listens again. */
async function cutPostgresql(folder: string): Promise<Outage> {
  await mkdir(folder, { recursive: true });
  const url = new URL(await makeDatabase());
  const sockets = new Set<Socket>();
  const pipe = (one: Socket, other: Socket): void => {
    sockets.add(one);
    one.on("error", () => {});
    one.on("close", () => {
      sockets.delete(one);
      other.destroy();
    });
    one.pipe(other);
  };
  const proxy = createServer((client) => {
    const upstream = connect(Number(url.port || 5_432), url.hostname);
    pipe(client, upstream);
    pipe(upstream, client);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((settle) => void proxy.listen(port, "127.0.0.1", () => settle()));
  await listen(0);
  const { port } = proxy.address() as { readonly port: number };
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${port}`;
  const settings = { DATA_DIR: folder, DATABASE_URL: proxied.href };
  await runOms(settings, "db", "migrate");
  await runOms(settings, "demo", "load");
  const begin = async (): Promise<void> => {
    proxy.close();
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    name: "PostgreSQL away",
    settings,
    reason: "unreachable",
    failing: [paths.notifications, paths.cover],
    begin,
    end: () => listen(port),
    remove: async () => {
      await begin();
      await releaseDatabase(url.href);
    },
  };
}

/** Fills up a small tmpfs; if it cannot be mounted, limits the file size of the server instead. */
async function fillDisk(parent: string): Promise<Outage> {
  const folder = `${parent}-disk`;
  await mkdir(folder, { recursive: true });
  const run = promisify(execFile);
  const isMounted = await run("mount", ["-t", "tmpfs", "-o", "size=32m", "none", folder]).then(
    () => true,
    () => false,
  );
  const settings = { DATA_DIR: folder };
  await runOms(settings, "db", "migrate");
  await runOms(settings, "demo", "load");
  const filler = join(folder, "filler");
  const limit = async ({ pid }: ServerProcess, bytes: number | "unlimited"): Promise<void> => {
    await run("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:`]);
  };
  return {
    name: isMounted ? "SQLite on a full disk" : "SQLite on files that may not grow",
    settings,
    reason: isMounted ? "disk_full" : "disk_failed",
    failing: [paths.cover],
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
