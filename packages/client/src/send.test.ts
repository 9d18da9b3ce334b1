import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ApiError, createClient } from "./index.ts";
import { planClient } from "./testing/plan-client.ts";
import { runtimeWorld } from "./world.ts";

const page = () => Response.json({ notifications: [], limit: 50, offset: 0 });
const covered = () => Response.json({ status: "success", amount: 5 });
const failed = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });
const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };

describe("a call that only reads", () => {
  test("is retried after two failures, with a longer wait each time", async () => {
    const { client, requests, clock } = planClient([failed(503), failed(500), page()]);
    expect(await clock.run(client.listNotifications())).toMatchObject({ limit: 50 });
    expect(requests).toHaveLength(3);
    expect(clock.waitsMs).toEqual([125, 250]);
  });

  test("fails with the last answer after all retries", async () => {
    const { client, requests, clock } = planClient([], { retries: 3 });
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({
      kind: "server",
      status: 500,
    });
    expect(requests).toHaveLength(4);
    expect(clock.waitsMs).toEqual([125, 250, 500]);
  });

  test("waits at least the seconds of Retry-After", async () => {
    const { client, clock } = planClient([failed(429, { "Retry-After": "7" }), page()], {
      random: () => 0,
    });
    await clock.run(client.listNotifications());
    expect(clock.waitsMs).toEqual([7_000]);
  });

  test("waits for a Retry-After of exactly waitMsMax", async () => {
    const { client, requests, clock } = planClient([failed(503, { "Retry-After": "30" }), page()]);
    await clock.run(client.listNotifications());
    expect(requests).toHaveLength(2);
    expect(clock.waitsMs).toEqual([30_125]);
  });

  test("waits until the date of Retry-After", async () => {
    const header = { "Retry-After": "Sat, 21 Nov 2026 00:00:03 GMT" };
    const { client, clock } = planClient([failed(503, header), page()], { random: () => 0 });
    await clock.run(client.listNotifications());
    expect(clock.waitsMs).toEqual([3_000]);
  });

  test("fails with retryAfterMs if Retry-After exceeds waitMsMax", async () => {
    const { client, requests, clock } = planClient([failed(429, { "Retry-After": "31" })]);
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({
      kind: "rate-limited",
      retryable: true,
      retryAfterMs: 31_000,
    });
    expect(requests).toHaveLength(1);
  });

  test("is retried after a broken connection", async () => {
    const { client, requests, clock } = planClient(["broken", page()]);
    await clock.run(client.listNotifications());
    expect(requests).toHaveLength(2);
  });

  test("is retried if the connection breaks within the body", async () => {
    const cut = () => {
      const chunks = ['{"notifications":[', new Error("terminated")];
      const body = new ReadableStream({
        pull: (control) => {
          const chunk = chunks.shift();
          if (chunk instanceof Error) control.error(chunk);
          else control.enqueue(new TextEncoder().encode(chunk));
        },
      });
      return new Response(body, { status: 200 });
    };
    const { client, requests, clock } = planClient([cut, cut, page()]);
    expect(await clock.run(client.listNotifications())).toMatchObject({ notifications: [] });
    expect(requests).toHaveLength(3);
    const hopeless = planClient([cut, cut, cut]);
    await expect(hopeless.clock.run(hopeless.client.listNotifications())).rejects.toMatchObject({
      kind: "network",
    });
  });

  test("fails with a timeout after all retries if no answer comes", async () => {
    const { client, requests, clock } = planClient(["silent", "silent"], { timeoutMs: 2_000, retries: 1 });
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({
      kind: "timeout",
      message: "No answer within 2000 ms.",
      retryable: true,
    });
    expect(requests).toHaveLength(2);
    expect(clock.waitsMs).toEqual([2_000, 125, 2_000]);
  });

  test.each([400, 401, 404, 405, 413])("is not retried after %d", async (status) => {
    const { client, requests, clock } = planClient([failed(status)]);
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({ status, retryable: false });
    expect(requests).toHaveLength(1);
  });

  test("uses the settings of the call", async () => {
    const { client, requests, clock } = planClient(["silent"]);
    await expect(clock.run(client.listNotifications({ retries: 0, timeoutMs: 70 }))).rejects.toMatchObject({
      kind: "timeout",
    });
    expect(requests).toHaveLength(1);
    expect(clock.nowMs).toBe(70);
  });
});

describe("a cover", () => {
  test("is retried with the same key and body", async () => {
    const { client, requests, bodies, clock } = planClient(["broken", failed(500), covered()]);
    await clock.run(client.setCoveredMarginCall(cover));
    const keys = requests.map((request) => request.headers.get("Idempotency-Key"));
    expect(keys[0]).toMatch(/^\d{16,48}$/);
    expect(new Set(keys).size).toBe(1);
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(cover)));
  });

  test("has a new key for each call", async () => {
    const { client, requests, clock } = planClient([covered(), covered()]);
    await clock.run(client.setCoveredMarginCall(cover));
    await clock.run(client.setCoveredMarginCall(cover));
    expect(new Set(requests.map((request) => request.headers.get("Idempotency-Key"))).size).toBe(2);
  });

  test("uses the key of its caller, in both styles", async () => {
    const { client, requests, clock } = planClient([covered(), covered()]);
    await clock.run(client.setCoveredMarginCall(cover, { idempotencyKey: "order-7" }));
    const keyed = { params: { header: { "Idempotency-Key": "order-8" } }, body: cover };
    await clock.run(client.PATCH("/api/v1/users/covered-margin-call", keyed));
    expect(requests.map((request) => request.headers.get("Idempotency-Key"))).toEqual(["order-7", "order-8"]);
  });
});

describe("reading a card, which a service may charge for", () => {
  const images = { frontImage: new Uint8Array([0xff, 0xd8, 0xff]) };

  test.each([[failed(500)], ["broken" as const], ["silent" as const]])(
    "is not retried after %s",
    async (planned) => {
      const { client, requests, clock } = planClient([planned, Response.json({ success: true })]);
      await expect(clock.run(client.parseIdCard(images))).rejects.toBeInstanceOf(ApiError);
      expect(requests).toHaveLength(1);
    },
  );

  test.each([429, 503])("is retried after %d, because the service has not begun", async (status) => {
    const { client, requests, clock } = planClient([failed(status), Response.json({ success: true })]);
    await clock.run(client.parseIdCard(images));
    expect(requests).toHaveLength(2);
  });
});

describe("without AbortSignal.any, as in Safari before 17.4,", () => {
  beforeEach(() => {
    const any = Object.getOwnPropertyDescriptor(AbortSignal, "any") ?? {};
    Reflect.deleteProperty(AbortSignal, "any");
    onTestFinished(() => void Object.defineProperty(AbortSignal, "any", any));
  });

  test("a call is answered", async () => {
    const { client, clock } = planClient([page()]);
    expect(await clock.run(client.listNotifications())).toMatchObject({ limit: 50 });
  });

  test("a time-out ends the request", async () => {
    const { client, requests, clock } = planClient(["silent"], { retries: 0 });
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({ kind: "timeout" });
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  test("an abort ends the call and its request", async () => {
    const control = new AbortController();
    const { client, requests } = planClient(["silent"]);
    const call = client.listNotifications({ signal: control.signal });
    setImmediate(() => control.abort());
    await expect(call).rejects.toMatchObject({ kind: "aborted" });
    expect(requests[0]?.signal.aborted).toBe(true);
  });
});

describe("an abort", () => {
  test("ends a call that waits for an answer", async () => {
    const control = new AbortController();
    const { client, requests, clock } = planClient(["silent"]);
    const call = client.listNotifications({ signal: control.signal });
    setImmediate(() => control.abort());
    await expect(call).rejects.toMatchObject({ kind: "aborted", retryable: false });
    expect(requests).toHaveLength(1);
    expect(clock.waitsMs).toEqual([]);
  });

  test("ends a call that waits for a retry", async () => {
    const control = new AbortController();
    const { client, requests } = planClient([failed(503)]);
    const call = client.listNotifications({ signal: control.signal });
    setTimeout(() => control.abort(), 20);
    await expect(call).rejects.toMatchObject({ kind: "aborted" });
    expect(requests).toHaveLength(1);
  });

  test("before the call sends nothing", async () => {
    const { client, requests, clock } = planClient([page()]);
    const call = client.listNotifications({ signal: AbortSignal.abort() });
    await expect(clock.run(call)).rejects.toMatchObject({ kind: "aborted" });
    expect(requests).toHaveLength(0);
  });
});

test("1,000 answers under one long-lived signal leave no listener", async () => {
  const app = new AbortController();
  const answers = Array.from({ length: 1_500 }, (_, index) => (index % 3 === 0 ? failed(503) : page()));
  const { client, clock } = planClient(answers, { wait: runtimeWorld.wait, random: () => 0 });
  const signals: AbortSignal[] = [];
  client.use({ onRequest: ({ request }) => void signals.push(request.signal) });
  for (let n = 0; n < 1_000; n += 1) await clock.run(client.listNotifications({ signal: app.signal }));
  expect(signals.map((signal) => getEventListeners(signal, "abort").length)).toEqual(Array(1_000).fill(0));
});

test("a hook that throws leaves no listener", async () => {
  const app = new AbortController();
  const failure = new Error("the log is full");
  const beforeRequest = () => {
    throw failure;
  };
  const { client, clock } = planClient([], { beforeRequest });
  const signals: AbortSignal[] = [];
  client.use({ onRequest: ({ request }) => void signals.push(request.signal) });
  await expect(clock.run(client.listNotifications({ signal: app.signal }))).rejects.toBe(failure);
  expect(signals.map((signal) => getEventListeners(signal, "abort").length)).toEqual([0]);
});

test("the hooks receive every attempt without token, query and body", async () => {
  const notes: unknown[] = [];
  const { client, clock } = planClient([failed(503, { "X-Request-Id": "r-1" }), "broken", page()], {
    token: "secret",
    beforeRequest: (note) => notes.push(note),
    afterResponse: (note) => notes.push(note),
  });
  await clock.run(client.listNotifications({ limit: 5 }));
  const call = { method: "GET", path: "/api/v1/notifications" };
  expect(notes).toEqual([
    { ...call, attempt: 1 },
    { ...call, attempt: 1, durationMs: 0, outcome: 503, requestId: "r-1" },
    { ...call, attempt: 2 },
    { ...call, attempt: 2, durationMs: 0, outcome: "network" },
    { ...call, attempt: 3 },
    { ...call, attempt: 3, durationMs: 0, outcome: 200, requestId: undefined },
  ]);
});

test("an error of afterResponse does not fail a successful cover", async () => {
  const { client, clock } = planClient([covered()], {
    afterResponse: () => {
      throw new Error("The log is full.");
    },
  });
  expect(await clock.run(client.setCoveredMarginCall(cover))).toMatchObject({ status: "success" });
});

test("a call that is given up closes its connection, also after the garbage collector ran", async () => {
  let openedCount = 0;
  let closedCount = 0;
  const server = createServer((_incoming, outgoing) => {
    openedCount += 1;
    outgoing.on("close", () => {
      closedCount += 1;
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timedOut = createClient({ baseUrl, timeoutMs: 500, retries: 0 }).listNotifications();
  const leaving = new AbortController();
  const left = createClient({ baseUrl }).listNotifications({ signal: leaving.signal });
  const ended = Promise.allSettled([timedOut, left]);
  await expect.poll(() => openedCount).toBe(2);
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let n = 0; n < 5; n += 1) {
    collect();
    await wait(20);
  }
  leaving.abort();
  expect(await ended).toMatchObject([{ reason: { kind: "timeout" } }, { reason: { kind: "aborted" } }]);
  await expect.poll(() => closedCount).toBe(2);
});
