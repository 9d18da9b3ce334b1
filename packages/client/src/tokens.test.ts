import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { planClient } from "./testing/plan-client.ts";

const page = () => Response.json({ notifications: [], limit: 50, offset: 0 });
const failed = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

describe("a token", () => {
  test("is requested again after a 401, and the call is repeated with it", async () => {
    const reasons: boolean[] = [];
    const token = ({ refused }: { refused: boolean }) => {
      reasons.push(refused);
      return refused ? "new" : "old";
    };
    const { client, requests, clock } = planClient([failed(401), page()], { token, retries: 0 });
    await clock.run(client.listNotifications());
    expect(reasons).toEqual([false, true]);
    expect(requests.map((request) => request.headers.get("Authorization"))).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
    expect(clock.waitsMs).toEqual([]);
  });

  test("is not requested a third time", async () => {
    const { client, requests, clock } = planClient([failed(401), failed(401)], { token: async () => "same" });
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({
      kind: "unauthorized",
      status: 401,
    });
    expect(requests).toHaveLength(2);
  });

  test("given as a string is sent once", async () => {
    const { client, requests, clock } = planClient([failed(401)], { token: "fixed" });
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({ kind: "unauthorized" });
    expect(requests).toHaveLength(1);
  });

  test("that cannot be obtained is an ApiError with its cause, and nothing is sent", async () => {
    const cause = new Error("logged out");
    const token = () => Promise.reject(cause);
    const { client, requests, clock } = planClient([], { token });
    await expect(clock.run(client.listNotifications())).rejects.toMatchObject({
      kind: "unauthorized",
      cause,
    });
    expect(requests).toHaveLength(0);
  });

  test("that is not a valid header value is an ApiError that does not quote it", async () => {
    const { client, requests, clock } = planClient([], { token: "secret-eyJ\nabc" });
    const failure = await clock.run(client.listNotifications()).catch((each: unknown) => each);
    expect(failure).toMatchObject({ kind: "unauthorized", cause: undefined });
    expect(inspect(failure)).not.toContain("secret-eyJ");
    expect(requests).toHaveLength(0);
  });

  test("that is undefined sends no header", async () => {
    const { client, requests, clock } = planClient([page()], { token: () => undefined });
    await clock.run(client.listNotifications());
    expect(requests[0]?.headers.has("Authorization")).toBe(false);
  });
});

describe("an expired token", () => {
  /** A service that accepts only the token `new`. */
  const service = (request: Request): Response =>
    request.headers.get("Authorization") === "Bearer new" ? page() : failed(401);
  const ofFour = [0, 1, 2, 3];

  test("is refreshed once for four calls that fail with it", async () => {
    const reasons: boolean[] = [];
    const token = async ({ refused }: { refused: boolean }) => {
      reasons.push(refused);
      return refused ? "new" : "old";
    };
    const { client, requests, clock } = planClient(Array(16).fill(service), { token });
    const pages = await clock.run(Promise.all(ofFour.map(() => client.listNotifications())));
    expect(pages).toEqual(Array(4).fill({ notifications: [], limit: 50, offset: 0 }));
    expect(requests).toHaveLength(8);
    expect(reasons).toEqual([false, false, false, false, true]);
    // The same token fails later: it is refreshed again.
    clock.nowMs += 10_001;
    await clock.run(Promise.all(ofFour.map(() => client.listNotifications())));
    expect(reasons.filter((refused) => refused)).toHaveLength(2);
  });

  test("is refreshed once if a 401 arrives after the refresh, or a call starts during it", async () => {
    const release = Promise.withResolvers<void>();
    const refreshed = Promise.withResolvers<void>();
    let refreshCount = 0;
    const token = async ({ refused }: { refused: boolean }) => {
      if (!refused) return "old";
      refreshCount += 1;
      await refreshed.promise;
      return "new";
    };
    const late = async (request: Request): Promise<Response> => {
      await release.promise;
      return service(request);
    };
    const { client, clock } = planClient([service, late, late, ...Array(3).fill(service)], { token });
    const first = client.listNotifications();
    const slow = client.listNotifications();
    while (refreshCount === 0) await new Promise((settle) => setImmediate(settle));
    const during = client.listNotifications();
    await new Promise((settle) => setImmediate(settle));
    refreshed.resolve();
    await clock.run(first);
    release.resolve();
    await clock.run(Promise.all([slow, during]));
    expect(refreshCount).toBe(1);
  });

  test("fails all four if its refresh fails, and the next call refreshes again", async () => {
    const cause = new Error("offline");
    const fresh: (Error | string)[] = [cause, "new"];
    const token = ({ refused }: { refused: boolean }): string => {
      const next = refused ? fresh.shift() : "old";
      if (typeof next !== "string") throw next;
      return next;
    };
    const { client, clock } = planClient(Array(6).fill(service), { token });
    const outcomes = await clock.run(Promise.allSettled(ofFour.map(() => client.listNotifications())));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unauthorized", cause } });
    }
    expect(await clock.run(client.listNotifications())).toMatchObject({ limit: 50 });
    expect(fresh).toEqual([]);
  });

  test("is refreshed for each user of a client that serves several", async () => {
    const user = new AsyncLocalStorage<string>();
    const sent: string[] = [];
    const refreshes: string[] = [];
    const token = async ({ refused }: { refused: boolean }) => {
      if (!refused) return `${user.getStore()}-old`;
      refreshes.push(user.getStore() ?? "");
      await new Promise((settle) => setImmediate(settle));
      return `${user.getStore()}-new`;
    };
    const late = Promise.withResolvers<void>();
    const serve = async (request: Request): Promise<Response> => {
      const authorization = request.headers.get("Authorization") ?? "";
      sent.push(authorization);
      if (sent.length === 3) await late.promise;
      return authorization.endsWith("-new") ? page() : failed(401);
    };
    const { client, clock } = planClient(Array(6).fill(serve), { token });
    const callAs = (name: string) => user.run(name, () => client.listNotifications());
    const both = Promise.all([callAs("alice"), callAs("bob")]);
    const slow = callAs("carol");
    await clock.run(both);
    late.resolve();
    await clock.run(slow);
    expect(refreshes).toEqual(["alice", "bob", "carol"]);
    expect(sent.slice(3)).toEqual(["Bearer alice-new", "Bearer bob-new", "Bearer carol-new"]);
  });

  test("is not shared between calls that sent no token", async () => {
    const fresh = ["first", "second"];
    const token = ({ refused }: { refused: boolean }) => (refused ? fresh.shift() : undefined);
    const { client, requests, clock } = planClient([failed(401), failed(401), page(), page()], { token });
    await clock.run(Promise.all([client.listNotifications(), client.listNotifications()]));
    const sent = requests.map(({ headers }) => headers.get("Authorization"));
    expect(sent).toEqual([null, null, "Bearer first", "Bearer second"]);
  });

  test("whose refresh never ends fails each call in time, and a later call refreshes again", async () => {
    let refreshCount = 0;
    const token = ({ refused }: { refused: boolean }) => {
      if (!refused) return "old";
      refreshCount += 1;
      return refreshCount === 1 ? new Promise<string>(() => {}) : "new";
    };
    const { client, clock } = planClient(Array(8).fill(service), { token });
    const outcomes = await clock.run(Promise.allSettled([0, 1].map(() => client.listNotifications())));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        reason: { kind: "unauthorized", cause: { kind: "timeout", message: "No answer within 10000 ms." } },
      });
    }
    expect(clock.nowMs).toBe(10_000);
    expect(await clock.run(client.listNotifications())).toMatchObject({ limit: 50 });
    expect(refreshCount).toBe(2);
  });

  test("whose refresh never ends keeps no call from its abort, and is given up after the time-out", async () => {
    let refreshCount = 0;
    const token = ({ refused }: { refused: boolean }) => {
      if (!refused) return "old";
      refreshCount += 1;
      return refreshCount === 1 ? new Promise<string>(() => {}) : "new";
    };
    const { client, clock } = planClient(Array(8).fill(service), { token });
    const stop = new AbortController();
    const call = client.listNotifications({ signal: stop.signal });
    const ended = expect(call).rejects.toMatchObject({ kind: "aborted" });
    while (refreshCount === 0) await new Promise((settle) => setImmediate(settle));
    stop.abort();
    await ended;
    expect(clock.nowMs).toBe(0);
    clock.nowMs += 10_001;
    expect(await clock.run(client.listNotifications())).toMatchObject({ limit: 50 });
    expect(refreshCount).toBe(2);
  });
});
