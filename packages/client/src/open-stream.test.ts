import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { openStream } from "./open-stream.ts";
import type { Refresh, ResolvedSettings } from "./settings.ts";
import { runtimeWorld } from "./world.ts";

/** A service whose streams stay open; `answer` gives the number of the request. */
async function planStreams(answer: (outgoing: ServerResponse, count: number, token: string) => void) {
  let count = 0;
  let closedCount = 0;
  const server = createServer(({ headers }, outgoing) => {
    count += 1;
    outgoing.on("close", () => {
      closedCount += 1;
    });
    answer(outgoing, count, headers.authorization ?? "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open = (more: Partial<ResolvedSettings> = {}, signal?: AbortSignal) =>
    openStream(new Request(`http://127.0.0.1:${port}/live`, signal && { signal }), { ...settings, ...more });
  return { open, counts: () => ({ count, closedCount }) };
}

const settings: ResolvedSettings = {
  ...runtimeWorld,
  baseUrl: "",
  timeoutMs: 300,
  retries: 2,
  waitMsMax: 30_000,
  refresh: {} as Refresh,
};

const begin = (outgoing: ServerResponse): void => {
  outgoing.writeHead(200, { "content-type": "text/event-stream" }).write("event: hello\ndata: {}\n\n");
};

function read(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { next: async () => (await reader?.read())?.value, leave: () => reader?.cancel() };
}

test("returns a stream that has begun, and reads it beyond the time limit", async () => {
  const { open, counts } = await planStreams((outgoing) => {
    begin(outgoing);
    setTimeout(() => outgoing.end("event: late\ndata: {}\n\n"), 700);
  });
  const response = await open();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const { next } = read(response);
  expect(await next()).toContain("event: hello");
  expect(await next()).toContain("event: late");
  expect(await next()).toBeUndefined();
  expect(counts().count).toBe(1);
});

test("fails if nothing begins within the time limit, and leaves", async () => {
  const { open, counts } = await planStreams(() => {});
  await expect(open({ retries: 0 })).rejects.toMatchObject({ kind: "timeout" });
  await expect.poll(counts).toEqual({ count: 1, closedCount: 1 });
});

test("is repeated until it begins, and not afterwards", async () => {
  const { open, counts } = await planStreams((outgoing, count) => {
    if (count < 3) outgoing.writeHead(503).end();
    else {
      begin(outgoing);
      setTimeout(() => outgoing.destroy(), 50);
    }
  });
  const { next } = read(await open({ random: () => 0 }));
  expect(await next()).toContain("event: hello");
  await expect(next()).rejects.toThrow();
  await wait(100);
  expect(counts().count).toBe(3);
});

test("refreshes the token after a 401, and returns an error status as it is", async () => {
  const { open } = await planStreams((outgoing, _count, token) => {
    if (token === "Bearer new") begin(outgoing);
    else outgoing.writeHead(401, { "content-type": "application/json" }).end('{"error":"expired"}');
  });
  const renewed = await open({ token: ({ refused }) => (refused ? "new" : "old") });
  expect(renewed.status).toBe(200);
  await renewed.body?.cancel();
  const refused = await open({ token: "old" });
  expect([refused.status, await refused.json()]).toEqual([401, { error: "expired" }]);
});

test("leaves a stream that begins after its attempt was given up, if `fetch` ignores its signal", async () => {
  const { open, counts } = await planStreams((outgoing, count) => {
    setTimeout(() => begin(outgoing), count === 1 ? 500 : 0);
  });
  const deaf = (request: Request) => fetch(request.url);
  const { next } = read(await open({ fetch: deaf, random: () => 0 }));
  await next();
  await expect.poll(counts, { timeout: 5_000 }).toEqual({ count: 2, closedCount: 1 });
});

test("ends with the signal of the request, before and after it began", async () => {
  const { open, counts } = await planStreams((outgoing, count) => count > 1 && begin(outgoing));
  const early = new AbortController();
  const opening = open({}, early.signal);
  await expect.poll(() => counts().count).toBe(1);
  early.abort();
  await expect(opening).rejects.toMatchObject({ kind: "aborted" });
  const late = new AbortController();
  const { next } = read(await open({}, late.signal));
  await next();
  late.abort();
  await expect(next()).rejects.toThrow();
  await expect.poll(counts).toEqual({ count: 2, closedCount: 2 });
});

test("ends with the signal, also after a garbage collection", async () => {
  const { open, counts } = await planStreams(begin);
  const leaving = new AbortController();
  const { next } = read(await open({}, leaving.signal));
  await next();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let n = 0; n < 5; n += 1) {
    collect();
    await wait(20);
  }
  leaving.abort();
  await expect.poll(() => counts().closedCount).toBe(1);
  await expect(next()).rejects.toThrow();
});

test("a reader that cancels closes the connection", async () => {
  const { open, counts } = await planStreams(begin);
  const { next, leave } = read(await open());
  await next();
  await leave();
  await expect.poll(() => counts().closedCount).toBe(1);
});

test("reads a stream of the built server beyond the time limit, until its caller leaves", async () => {
  const folder = await mkdtemp(join(tmpdir(), "open-stream-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = new URL("../../../apps/server/src/testing/streaming-server.ts", import.meta.url);
  const env = { PORT: "0", DATA_DIR: folder };
  const server = spawn(process.execPath, [fileURLToPath(program)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  let log = "";
  server.stdout.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const origin = () => /"origin":"([^"]+)"/.exec(log)?.[1];
  await expect.poll(origin, { timeout: 15_000 }).toBeDefined();
  const leaving = new AbortController();
  const request = new Request(`${origin()}/stream`, { signal: leaving.signal });
  const response = await openStream(request, { ...settings, timeoutMs: 1_000 });
  const { next } = read(response);
  expect(await next()).toContain("event: hello");
  const beganMs = performance.now();
  while (performance.now() - beganMs < 1_500) expect(await next()).toContain("event: tick");
  leaving.abort();
  await expect.poll(() => log, { timeout: 5_000 }).toContain('"reason":"left"');
});
