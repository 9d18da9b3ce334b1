import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { ApiError } from "./index.ts";
import { planClient } from "./testing/plan-client.ts";

const page = () => Response.json({ notifications: [], limit: 50, offset: 0 });
const covered = () => Response.json({ status: "success", amount: 5 });
const failed = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });
const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };

describe("A call that only reads", () => {
  test("is repeated when the service fails twice and then answers, each time after a longer wait", async () => {
    const { client, requests, clock } = planClient([failed(503), failed(500), page()]);
    expect(await clock.run(client.notifications())).toMatchObject({ limit: 50 });
    expect(requests).toHaveLength(3);
    expect(clock.waitsMs).toEqual([125, 250]);
  });

  test("gives up after the retries that were set, with the last answer as its error", async () => {
    const { client, requests, clock } = planClient([], { retries: 3 });
    await expect(clock.run(client.notifications())).rejects.toMatchObject({ kind: "server", status: 500 });
    expect(requests).toHaveLength(4);
    expect(clock.waitsMs).toEqual([125, 250, 500]);
  });

  test("waits as long as Retry-After says in seconds, and never less", async () => {
    const { client, clock } = planClient([failed(429, { "Retry-After": "7" }), page()], {
      random: () => 0,
    });
    await clock.run(client.notifications());
    expect(clock.waitsMs).toEqual([7_000]);
  });

  test("waits for all of the longest time that it goes along with", async () => {
    const { client, requests, clock } = planClient([failed(503, { "Retry-After": "30" }), page()]);
    await clock.run(client.notifications());
    expect(requests).toHaveLength(2);
    expect(clock.waitsMs).toEqual([30_125]);
  });

  test("waits until the date that Retry-After gives", async () => {
    const header = { "Retry-After": "Sat, 21 Nov 2026 00:00:03 GMT" };
    const { client, clock } = planClient([failed(503, header), page()], { random: () => 0 });
    await clock.run(client.notifications());
    expect(clock.waitsMs).toEqual([3_000]);
  });

  test("does not wait longer than it was allowed, but says how long it would have to", async () => {
    const { client, requests, clock } = planClient([failed(429, { "Retry-After": "31" })]);
    await expect(clock.run(client.notifications())).rejects.toMatchObject({
      kind: "rate-limited",
      retryable: true,
      retryAfterMs: 31_000,
    });
    expect(requests).toHaveLength(1);
  });

  test("is repeated when the line breaks", async () => {
    const { client, requests, clock } = planClient(["broken", page()]);
    await clock.run(client.notifications());
    expect(requests).toHaveLength(2);
  });

  test("is repeated when the line is cut in the middle of the body", async () => {
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
    expect(await clock.run(client.notifications())).toMatchObject({ notifications: [] });
    expect(requests).toHaveLength(3);
    const hopeless = planClient([cut, cut, cut]);
    await expect(hopeless.clock.run(hopeless.client.notifications())).rejects.toMatchObject({
      kind: "network",
    });
  });

  test("ends with a timeout when nobody ever answers, after as many attempts as were set", async () => {
    const { client, requests, clock } = planClient(["silent", "silent"], { timeoutMs: 2_000, retries: 1 });
    await expect(clock.run(client.notifications())).rejects.toMatchObject({
      kind: "timeout",
      message: "No answer within 2000 ms.",
      retryable: true,
    });
    expect(requests).toHaveLength(2);
    expect(clock.waitsMs).toEqual([2_000, 125, 2_000]);
  });

  test.each([400, 401, 404, 405, 413])(
    "is not repeated after %d, which would only come again",
    async (status) => {
      const { client, requests, clock } = planClient([failed(status)]);
      await expect(clock.run(client.notifications())).rejects.toMatchObject({ status, retryable: false });
      expect(requests).toHaveLength(1);
    },
  );

  test("keeps to what a single call settles differently", async () => {
    const { client, requests, clock } = planClient(["silent"]);
    await expect(clock.run(client.notifications({ retries: 0, timeoutMs: 70 }))).rejects.toMatchObject({
      kind: "timeout",
    });
    expect(requests).toHaveLength(1);
    expect(clock.nowMs).toBe(70);
  });
});

describe("A cover", () => {
  test("is repeated under one key and with the same body", async () => {
    const { client, requests, bodies, clock } = planClient(["broken", failed(500), covered()]);
    await clock.run(client.setCoveredMarginCall(cover));
    const keys = requests.map((request) => request.headers.get("Idempotency-Key"));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(cover)));
  });

  test("has a key of its own for each call", async () => {
    const { client, requests, clock } = planClient([covered(), covered()]);
    await clock.run(client.setCoveredMarginCall(cover));
    await clock.run(client.setCoveredMarginCall(cover));
    expect(new Set(requests.map((request) => request.headers.get("Idempotency-Key"))).size).toBe(2);
  });

  test("takes the key of its caller, by either style", async () => {
    const { client, requests, clock } = planClient([covered(), covered()]);
    await clock.run(client.setCoveredMarginCall(cover, { idempotencyKey: "order-7" }));
    const keyed = { params: { header: { "Idempotency-Key": "order-8" } }, body: cover };
    await clock.run(client.PATCH("/api/v1/users/covered-margin-call", keyed));
    expect(requests.map((request) => request.headers.get("Idempotency-Key"))).toEqual(["order-7", "order-8"]);
  });
});

describe("Reading a card, which a service may count", () => {
  const images = { front: new Uint8Array([0xff, 0xd8, 0xff]) };

  test.each([[failed(500)], ["broken" as const], ["silent" as const]])(
    "is not repeated after %s",
    async (planned) => {
      const { client, requests, clock } = planClient([planned, Response.json({ success: true })]);
      await expect(clock.run(client.parseIdCard(images))).rejects.toBeInstanceOf(ApiError);
      expect(requests).toHaveLength(1);
    },
  );

  test.each([429, 503])(
    "is repeated after %d, by which a service says that it did not begin",
    async (status) => {
      const { client, requests, clock } = planClient([failed(status), Response.json({ success: true })]);
      await clock.run(client.parseIdCard(images));
      expect(requests).toHaveLength(2);
    },
  );
});

describe("A token", () => {
  test("is asked for once more after 401, and the call is made again with the new one", async () => {
    const reasons: boolean[] = [];
    const token = ({ refused }: { refused: boolean }) => {
      reasons.push(refused);
      return refused ? "new" : "old";
    };
    const { client, requests, clock } = planClient([failed(401), page()], { token, retries: 0 });
    await clock.run(client.notifications());
    expect(reasons).toEqual([false, true]);
    expect(requests.map((request) => request.headers.get("Authorization"))).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
    expect(clock.waitsMs).toEqual([]);
  });

  test("is not asked for a third time when the second is refused too", async () => {
    const { client, requests, clock } = planClient([failed(401), failed(401)], { token: async () => "same" });
    await expect(clock.run(client.notifications())).rejects.toMatchObject({
      kind: "unauthorized",
      status: 401,
    });
    expect(requests).toHaveLength(2);
  });

  test("that is a text is sent once, because it would be the same again", async () => {
    const { client, requests, clock } = planClient([failed(401)], { token: "fixed" });
    await expect(clock.run(client.notifications())).rejects.toMatchObject({ kind: "unauthorized" });
    expect(requests).toHaveLength(1);
  });

  test("that can't be had is an ApiError with its cause, and nothing is sent", async () => {
    const cause = new Error("logged out");
    const token = () => Promise.reject(cause);
    const { client, requests, clock } = planClient([], { token });
    await expect(clock.run(client.notifications())).rejects.toMatchObject({ kind: "unauthorized", cause });
    expect(requests).toHaveLength(0);
  });

  test("that no header can carry is an ApiError that does not quote it", async () => {
    const { client, requests, clock } = planClient([], { token: "secret-eyJ\nabc" });
    const failure = await clock.run(client.notifications()).catch((each: unknown) => each);
    expect(failure).toMatchObject({ kind: "unauthorized", cause: undefined });
    expect(inspect(failure)).not.toContain("secret-eyJ");
    expect(requests).toHaveLength(0);
  });

  test("that there is none of leaves the header out", async () => {
    const { client, requests, clock } = planClient([page()], { token: () => undefined });
    await clock.run(client.notifications());
    expect(requests[0]?.headers.has("Authorization")).toBe(false);
  });
});

describe("An abort", () => {
  test("ends a call that waits for its answer", async () => {
    const control = new AbortController();
    const { client, requests, clock } = planClient(["silent"]);
    const call = client.notifications({ signal: control.signal });
    setImmediate(() => control.abort());
    await expect(call).rejects.toMatchObject({ kind: "aborted", retryable: false });
    expect(requests).toHaveLength(1);
    expect(clock.waitsMs).toEqual([]);
  });

  test("ends a call that waits to try again", async () => {
    const control = new AbortController();
    const { client, requests } = planClient([failed(503)]);
    const call = client.notifications({ signal: control.signal });
    setTimeout(() => control.abort(), 20);
    await expect(call).rejects.toMatchObject({ kind: "aborted" });
    expect(requests).toHaveLength(1);
  });

  test("that came first sends nothing", async () => {
    const { client, requests, clock } = planClient([page()]);
    const call = client.notifications({ signal: AbortSignal.abort() });
    await expect(clock.run(call)).rejects.toMatchObject({ kind: "aborted" });
    expect(requests).toHaveLength(0);
  });
});

test("the hooks see every attempt, and neither token, query nor body", async () => {
  const notes: unknown[] = [];
  const { client, clock } = planClient([failed(503, { "X-Request-Id": "r-1" }), "broken", page()], {
    token: "secret",
    beforeRequest: (note) => notes.push(note),
    afterResponse: (note) => notes.push(note),
  });
  await clock.run(client.notifications({ limit: 5 }));
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

test("a hook that fails after the answer does not make a failure of a cover that was done", async () => {
  const { client, clock } = planClient([covered()], {
    afterResponse: () => {
      throw new Error("The log is full.");
    },
  });
  expect(await clock.run(client.setCoveredMarginCall(cover))).toMatchObject({ status: "success" });
});
