import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { planListening } from "../../../testing/plan-listening.ts";
import { createRequestQueue, type RequestKind } from "./request-queue.ts";

/** A queue with a clock of its own. Each request is noted when it begins or is shed. */
function planQueue() {
  const noted: string[] = [];
  let clockMs = 0;
  let arrivedCount = 0;
  const queue = createRequestQueue({
    nowMs: () => clockMs,
    arrivedCount: () => arrivedCount,
    waitMsMax: 1_000,
  });
  return {
    noted,
    arrive: () => {
      arrivedCount += 1;
    },
    enter: (
      name: string,
      {
        kind = "user",
        destroyed = false,
      }: { readonly kind?: RequestKind; readonly destroyed?: boolean } = {},
    ) =>
      queue.enter(
        {
          outgoing: { destroyed } as ServerResponse,
          begin: () => void noted.push(name),
          shed: () => void noted.push(`${name} shed`),
        },
        kind,
      ),
    /** A turn that took so long. */
    turn: async (milliseconds: number) => {
      clockMs += milliseconds;
      await setImmediate();
    },
  };
}

const numbered = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `${first + index}`);

test("begins eight requests per turn, in the order of their arrival", async () => {
  const { enter, turn, noted } = planQueue();
  for (const name of numbered(20)) enter(name);
  expect(noted).toEqual(numbered(8));
  await turn(1);
  expect(noted).toEqual(numbered(16));
  await turn(1);
  expect(noted).toEqual(numbered(20));
});

test("begins one request in four turns while connections arrive, which the runtime accepts one per turn", async () => {
  const { arrive, enter, turn, noted } = planQueue();
  for (const name of numbered(20)) enter(name);
  for (let count = 0; count < 8; count += 1) {
    arrive();
    await turn(1);
  }
  expect(noted).toEqual(numbered(10));
  await turn(1);
  expect(noted).toEqual(numbered(18));
});

test("begins a probe before requests that came earlier, and skips requests whose connection is gone", async () => {
  const { enter, turn, noted } = planQueue();
  for (const name of numbered(20)) enter(name);
  enter("gone", { kind: "probe", destroyed: true });
  enter("probe", { kind: "probe" });
  await turn(1);
  expect(noted).toEqual([...numbered(8), "probe", ...numbered(8, 8)]);
});

test("sheds requests that have waited for longer than a second, but no probe", async () => {
  const { enter, turn, noted } = planQueue();
  for (const name of numbered(400)) enter(name);
  for (const name of numbered(20, 500)) enter(name, { kind: "probe" });
  // Each turn takes 50 ms, so the turn in which the wait exceeds a second is the 21st.
  for (let count = 0; count < 50; count += 1) await turn(50);
  const sheds = noted.filter((each) => each.endsWith("shed"));
  expect(sheds).toEqual(numbered(400 - 8 * 21, 8 * 21).map((name) => `${name} shed`));
  enter("later");
  expect(noted.at(-1)).toBe("later");
});

test("sheds nothing because the process paused once", async () => {
  const { enter, turn, noted } = planQueue();
  for (const name of numbered(60)) enter(name);
  await turn(1);
  await turn(2_000);
  for (let count = 0; count < 6; count += 1) await turn(1);
  expect(noted).toEqual(numbered(60));
});

test("sheds after a second of turns of 250 ms", async () => {
  const { enter, turn, noted } = planQueue();
  for (const name of numbered(400)) enter(name);
  // The first counts as a pause of 50 ms, so the wait exceeds a second in the fifth.
  for (let count = 0; count < 5; count += 1) await turn(250);
  expect(noted).toEqual([...numbered(40), ...numbered(8, 40).map((name) => `${name} shed`)]);
});

test("sheds after a second of long turns, each after three short ones because connections arrive", async () => {
  const { arrive, enter, turn, noted } = planQueue();
  for (const name of numbered(40)) enter(name);
  for (let count = 0; count < 20; count += 1) {
    arrive();
    await turn(count % 4 === 3 ? 300 : 1);
  }
  expect(noted.find((each) => each.endsWith("shed"))).toBe("12 shed");
});

test("sheds nothing because no request came for a while", async () => {
  const { enter, turn, noted } = planQueue();
  for (let count = 0; count < 4; count += 1) {
    for (const name of numbered(16, count * 16)) enter(name);
    await turn(150);
    await turn(1);
    await turn(900);
  }
  expect(noted).toEqual(numbered(64));
});

const desk = { kind: "desk" } as const;

test("begins one request of the desk per turn, and none while users wait", async () => {
  const { enter, turn, noted } = planQueue();
  for (const name of ["d0", "d1", "d2", "d3"]) enter(name, desk);
  expect(noted).toEqual(["d0"]);
  for (const name of numbered(20)) enter(name);
  expect(noted).toEqual(["d0", ...numbered(7)]);
  await turn(1);
  expect(noted).toEqual(["d0", ...numbered(15)]);
  await turn(1);
  expect(noted).toEqual(["d0", ...numbered(20), "d1"]);
  enter("later");
  expect(noted.at(-1)).toBe("later");
  await turn(1);
  await turn(1);
  expect(noted.slice(-3)).toEqual(["later", "d2", "d3"]);
});

test("begins no request of the desk before users who came first", async () => {
  const { enter, turn, noted } = planQueue();
  for (const name of numbered(9)) enter(name);
  enter("d0", desk);
  await turn(1);
  expect(noted).toEqual([...numbered(9), "d0"]);
});

test("sheds requests of the desk that have waited for a second, although users have each turn", async () => {
  const { enter, turn, noted } = planQueue();
  for (const name of ["d0", "d1", "d2"]) enter(name, desk);
  for (let count = 0; count < 40; count += 1) {
    for (const name of numbered(20, 100 * count)) enter(name);
    await turn(40);
  }
  expect(noted.filter((each) => each.startsWith("d"))).toEqual(["d0", "d1 shed", "d2 shed"]);
});

/** Computes for as long. */
function compute(milliseconds: number): void {
  for (const untilMs = performance.now() + milliseconds; performance.now() < untilMs; );
}

const request = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: h", "Connection: close", ...lines, "", ""].join("\r\n");

test.each(["/healthz?from=balancer", "http://h/readyz"])(
  "answers the probe %s on a new connection while 150 others connect to a busy process",
  async (target) => {
    const { open } = await planListening(() => compute(4), { waitMsMax: 10_000 });
    const busy = await Promise.all(Array.from({ length: 150 }, open));
    const isAnswered = ({ received }: (typeof busy)[number]) => received() !== "";
    for (const { socket } of busy) socket.write(request("/"));
    await vi.waitFor(() => expect(busy.some(isAnswered)).toBe(true), { interval: 1 });
    const probe = await open();
    probe.socket.write(request(target));
    expect(await probe.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(busy.filter(isAnswered).length).toBeLessThan(75);
    for (const { untilClosed } of busy) expect(await untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  },
);

test.each(["/operator/v0/calls", "http://h/operator/v0/calls?limit=1"])(
  "answers a user before %s, of which 60 came earlier",
  async (target) => {
    const { open } = await planListening(() => compute(4), { waitMsMax: 10_000 });
    const user = await open();
    const pages = await Promise.all(Array.from({ length: 60 }, open));
    const countAnswers = ({ received }: (typeof pages)[number]) =>
      received().split("HTTP/1.1 200 OK").length - 1;
    const isAnswered = (page: (typeof pages)[number]) => countAnswers(page) === 2;
    // The server has accepted each of them then.
    for (const { socket } of pages) socket.write("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
    await vi.waitUntil(() => pages.every((page) => countAnswers(page) === 1));
    for (const { socket } of pages) socket.write(request(target));
    await vi.waitFor(() => expect(pages.some(isAnswered)).toBe(true), { interval: 1 });
    user.socket.write(request("/"));
    expect(await user.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(pages.filter(isAnswered).length).toBeLessThan(20);
    for (const { untilClosed } of pages) expect(await untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  },
);

const origins = ["https://app.example", "http://localhost:5173"];

test.each(origins)(
  "sheds in the agreed form for %s, counts it, logs one line, and serves again",
  async (origin) => {
    const { open, metrics, logged, shedding } = await planListening(() => compute(4), { waitMsMax: 100 });
    const busy = await Promise.all(Array.from({ length: 150 }, open));
    const lines = ["X-Request-Id: mine-1", `Origin: ${origin}`];
    for (const { socket } of busy) socket.write(request("/", ...lines));
    const answers = await Promise.all(busy.map(({ untilClosed }) => untilClosed()));
    const shed = answers.filter((answer) => answer.startsWith("HTTP/1.1 503 Service Unavailable\r\n"));
    expect(answers.filter((answer) => answer.startsWith("HTTP/1.1 200 OK\r\n"))).toHaveLength(
      150 - shed.length,
    );
    expect(shed.length).toBeGreaterThan(20);
    const [head = "", body = ""] = shed[0]?.split("\r\n\r\n") ?? [];
    expect(head.toLowerCase().split("\r\n")).toEqual(
      expect.arrayContaining([
        "retry-after: 1",
        "content-type: application/json; charset=utf-8",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "x-request-id: mine-1",
        "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
        `access-control-allow-origin: ${origin}`,
        "vary: origin",
        "connection: close",
      ]),
    );
    expect(JSON.parse(body)).toEqual({
      error: "unavailable",
      message: "There is too much to do, for all or for this account. Try again in 1 second.",
      status: 503,
    });
    expect(await metrics.render()).toContain(`oms_requests_shed_total ${shed.length}\n`);
    expect(await metrics.render()).toContain(`operation="other",status="503"} ${shed.length}\n`);
    expect(logged).toEqual([]);
    shedding.stop();
    const notes = { count: shed.length };
    expect(logged).toEqual([{ level: "warn", event: "overloaded, shedding requests", notes }]);
    const later = await open();
    later.socket.write(request("/"));
    expect(await later.untilClosed()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  },
);
