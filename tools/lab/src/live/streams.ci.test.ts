import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { moveCash, openAccount } from "@trading-oms/brokerage";
import { findFreePort, launchOn, runOms, runtimeNames } from "@trading-oms/scratch";
import { openSqliteStore } from "@trading-oms/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeServices, need } from "../harness/accounts.ts";
import { type ServerProcess, startServerProcess } from "../harness/server.ts";
import { readEvents, type StreamEvent } from "./read-stream.ts";

type Came = StreamEvent & { readonly atMs: number };

/** What is cleaned when all is over, the latest first. */
const cleaning: (() => unknown)[] = [];
const onceOver = (clean: () => unknown): void => void cleaning.unshift(clean);
afterAll(async () => {
  for (const clean of cleaning) await clean();
});

/** What takes up to a minute each, begun together: each test waits for its own. */
const underWay = new Map<string, Promise<unknown>>();
const trials = new Map<string, () => Promise<unknown>>();
function trial(name: string, run: () => Promise<unknown>): void {
  trials.set(name, run);
  test(name, () => underWay.get(name));
}
beforeAll(() => {
  for (const [name, run] of trials) {
    const running = run();
    running.catch(() => {});
    underWay.set(name, running);
  }
});

/** A server on the demonstration, which logs requests. */
async function start(
  settings: Readonly<Record<string, string>> = {},
  launch?: Parameters<typeof startServerProcess>[1],
): Promise<ServerProcess & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "streams-"));
  onceOver(() => rm(folder, { recursive: true, force: true }));
  await runOms({ DATA_DIR: folder }, "db", "migrate");
  await runOms({ DATA_DIR: folder }, "demo", "load");
  const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: "info", ...settings }, launch);
  onceOver(() => server.kill());
  return { ...server, folder };
}

/** Reads a stream until it ends or enough has come. */
async function read(
  url: string,
  headers: Record<string, string>,
  isEnough: (came: readonly Came[]) => boolean,
): Promise<{ readonly came: Came[]; readonly answer: Response }> {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers, signal: leaving.signal });
  const came: Came[] = [];
  for await (const each of readEvents(answer)) {
    came.push({ ...each, atMs: Date.now() });
    if (isEnough(came)) break;
  }
  leaving.abort();
  return { came, answer };
}

const never = (): boolean => false;
const ofToken = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

for (const name of ["node", ...runtimeNames] as const) {
  trial(`on ${name} a quiet stream stands for a minute by its pings, and says bye at SIGTERM`, async () => {
    const server = await start({}, name === "node" ? undefined : await launchOn(name));
    const url = `${server.url}/companion/v0/live`;
    const reading = read(url, ofToken(server.token), never);
    await wait(68_000);
    const { code, elapsedMs } = await server.stop();
    const { came } = await reading;
    expect(came.filter(({ event }) => event === "ping").length).toBeGreaterThanOrEqual(4);
    expect(came.at(-1)).toMatchObject({ event: "bye", data: { reason: "restart" } });
    expect(code).toBe(0);
    expect(elapsedMs).toBeLessThan(3_000);
  });
}

trial("each event passes nginx at once, also where gzip is asked for", async () => {
  const server = await start({ FEED: "simulated" });
  const proxy = await startNginx(server.port);
  const headers = { "Accept-Encoding": "gzip" };
  const quotes = (came: readonly Came[]) =>
    came.filter(({ event, data }) => event === "quote" && !data["isFull"]);
  const { came, answer } = await read(
    `http://127.0.0.1:${proxy}/companion/v0/live?symbols=FPT,VNM,VIC&fields=price`,
    headers,
    (all) => quotes(all).length >= 30,
  );
  expect(answer.status).toBe(200);
  const times = quotes(came).map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? atMs));
  // What is held back until a buffer is full comes some ten seconds late. A busy machine is late by a second.
  expect(Math.max(...gaps)).toBeLessThan(3_000);
  const late = quotes(came).map(
    ({ atMs, data }) => atMs - Number((data["info"] as { time?: number }).time ?? atMs),
  );
  expect(Math.max(...late)).toBeLessThan(3_000);
});

trial("a stream ends when the key of its token is retired", async () => {
  const server = await start();
  const reading = read(`${server.url}/companion/v0/live`, ofToken(server.token), never);
  await wait(1_000);
  await runOms({ DATA_DIR: server.folder }, "keys", "make");
  const listed = await runOms({ DATA_DIR: server.folder }, "keys", "list", "--json");
  const keys = JSON.parse(listed) as readonly { readonly keyId: string; readonly isSigning: boolean }[];
  const signing = keys.find(({ isSigning }) => isSigning);
  await runOms({ DATA_DIR: server.folder }, "keys", "retire", signing?.keyId ?? "");
  const { came } = await reading;
  expect(came.at(-1)).toMatchObject({ event: "bye", data: { reason: "token" } });
});

trial(
  "a reader that stops reading before 22 MB costs nothing, disturbs nobody, and is ended as slow within a minute",
  async () => {
    const server = await start();
    const store = await openSqliteStore({ path: join(server.folder, "oms.sqlite") });
    const services = makeServices(store);
    const accounts = Array.from({ length: 50 }, (_, index) => ({
      userId: "demo",
      accountId: `SLOW-${index}`,
    }));
    for (const key of accounts) need(await openAccount(services, key));
    for (let count = 0; count < 900; count += 1) {
      await Promise.all(
        accounts.map(async (key) =>
          need(
            await moveCash(services, {
              key,
              kind: "deposit",
              amountVnd: 1n,
              movementId: `${key.accountId}-${count}`,
            }),
          ),
        ),
      );
    }
    await store.close();
    // The heap grows with the first reading of all, whoever reads.
    const readAll = () =>
      read(`${server.url}/companion/v0/live?after=0`, ofToken(server.token), (came) => came.length > 45_000);
    await readAll();
    const before = (await server.weigh()).bytes;
    const slow = connect(server.port, "127.0.0.1");
    onceOver(() => void slow.destroy());
    await once(slow, "connect");
    slow.pause();
    slow.write(
      `GET /companion/v0/live?after=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token}\r\n\r\n`,
    );
    await wait(5_000);
    expect((await server.weigh()).bytes - before).toBeLessThan(15_000_000);
    expect((await readAll()).came.length).toBeGreaterThan(45_000);
    await wait(20_000);
    for (let count = 0; count < 100 && !server.complaints().includes('"reason":"slow"'); count += 1)
      await wait(500);
    expect(server.complaints()).toContain('"reason":"slow"');
  },
);

/** Debian's nginx before a server, as a proxy that compresses what it may. Returns its port. */
async function startNginx(to: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "nginx-"));
  const port = await findFreePort();
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  gzip on; gzip_types *; gzip_min_length 0;
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${to}; proxy_http_version 1.1; } }
}`,
  );
  const nginx = spawn("/usr/sbin/nginx", ["-c", file, "-p", folder], { stdio: "ignore" });
  onceOver(async () => {
    nginx.kill("SIGTERM");
    if (nginx.exitCode === null) await once(nginx, "exit");
    await rm(folder, { recursive: true, force: true });
  });
  for (let count = 0; count < 100; count += 1) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOpen) return port;
    await wait(100);
  }
  throw new Error("nginx does not answer.");
}
