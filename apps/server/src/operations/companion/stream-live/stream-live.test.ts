import { moveCash } from "@trading-oms/brokerage";
import { StoreFault } from "@trading-oms/store";
import { describe, expect, test, vi } from "vitest";
import { limitMinute } from "../../../http/rate-limits.ts";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { heldKey, orderOf, planHeld, sendCover } from "../../../testing/plan-held.ts";
import type { PlannedServer } from "../../../testing/plan-server.ts";
import { openLive, type ReadEvent } from "../../../testing/read-live.ts";

const namesOf = (events: readonly ReadEvent[]): string[] => events.map(({ event }) => event);
const of = (events: readonly ReadEvent[], name: string): ReadEvent[] =>
  events.filter(({ event }) => event === name);

/** A trade that the feed sends; the first one of a symbol has the number 1. */
function trade(server: PlannedServer, seq: number, price: bigint): void {
  const atMs = server.clock.nowMs;
  server.market.apply([{ kind: "trade", symbol: "FPT", seq, atMs, price, quantity: 100, side: "none" }]);
}

/** A moment later: prices are looked at, and the clock goes on. */
async function turn(server: PlannedServer, passedMs = 1_000): Promise<void> {
  server.clock.nowMs += passedMs;
  await server.market.poll();
  server.live.turn();
}

describe("without a token", () => {
  test("hello comes first, then the market, then each symbol in full, and unknown ones are named", async () => {
    const server = await planHeld();
    trade(server, 1, 80_000_000n);
    const live = await openLive(server, "?symbols=FPT,ZZZ");
    const events = await live.settle();
    expect(namesOf(events)).toEqual(["hello", "market", "quote"]);
    expect(events[0]?.data).toMatchObject({
      place: 0,
      symbols: ["FPT"],
      unknownSymbols: ["ZZZ"],
      accounts: [],
      hasNotifications: false,
    });
    expect(events[2]?.data).toMatchObject({ symbol: "FPT", isFull: true, info: { lsPrc: 80_000 } });
    expect(live.response.headers.get("content-type")).toBe("text/event-stream");
    expect(live.response.headers.get("cache-control")).toBe("no-store, no-transform");
  });

  test("the market carries the time at which it is sent, however long ago it changed", async () => {
    const server = await planHeld();
    await (await openLive(server, "?symbols=FPT")).settle();
    server.clock.nowMs += 5_000;
    const [, market] = await (await openLive(server, "?symbols=FPT")).settle();
    expect(market).toMatchObject({ event: "market", data: { time: server.clock.nowMs } });
  });

  test("a change has only the members that changed, and merges into what came before", async () => {
    const server = await planHeld();
    trade(server, 1, 80_000_000n);
    const live = await openLive(server, "?symbols=FPT");
    const [, , full] = await live.settle();
    trade(server, 2, 79_000_000n);
    await turn(server);
    const [change] = await live.settle();
    expect(change?.data).toMatchObject({ symbol: "FPT", isFull: false, info: { lsPrc: 79_000 } });
    expect(Object.keys(change?.data["info"] as object)).not.toContain("nomiPrc");
    expect({ ...(full?.data["info"] as object), ...(change?.data["info"] as object) }).toMatchObject({
      lsPrc: 79_000,
      nomiPrc: 80_000,
    });
  });

  test("an alias keeps its name and shows the contract that it stands for", async () => {
    const live = await openLive(await planHeld(), "?symbols=VN30F1M&fields=price");
    const [, , quote] = await live.settle();
    expect(quote?.data).toMatchObject({ symbol: "VN30F1M", isFull: true, contract: "41I1GB000" });
  });

  test("the market comes again within a second of a halt, and of its end", async () => {
    const halted: string[] = [];
    const server = await planHeld({ marks: { haltedSymbols: () => [...halted] } as never });
    const live = await openLive(server, "?symbols=FPT");
    const [, first] = await live.settle();
    expect(first).toMatchObject({ event: "market", data: { halted: [] } });
    const settleSecond = async (): Promise<ReadEvent[]> => {
      for (let turns = 0; turns < 10; turns += 1) await turn(server, 100);
      return live.settle();
    };
    expect(await settleSecond()).toEqual([]);
    halted.push("HPG");
    expect(await settleSecond()).toMatchObject([{ event: "market", data: { halted: ["HPG"] } }]);
    halted.pop();
    expect(await settleSecond()).toMatchObject([{ event: "market", data: { halted: [] } }]);
  });

  test.each([
    ["", 400],
    ["?symbols=", 400],
    ["?symbols=FPT&fields=all", 400],
    ["?symbols=FPT&after=x", 400],
    ["?accounts=888C000017", 401],
  ])("%j is answered with %i before the stream", async (query, status) => {
    const server = await planHeld();
    const answer = await checkAnswer(
      "companion.streamLive",
      await server.fetch(`/companion/v0/live${query}`),
    );
    expect(answer.status).toBe(status);
  });
});

describe("with a token", () => {
  test("a notification arrives when its change is committed, with its id", async () => {
    const server = await planHeld();
    const live = await openLive(server, "", { token: await server.tokenOf("demo") });
    const [hello] = await live.settle();
    expect(hello?.data).toMatchObject({ hasNotifications: true });
    await moveCash(server.services, { key: heldKey, kind: "deposit", amountVnd: 5n, movementId: "TX-2" });
    const [told] = await live.settle();
    expect(told).toMatchObject({ event: "notification", data: { type: "Deposit", data: { amount: 5 } } });
    expect(told?.id).toBe(String(told?.data["id"]));
    expect(Number(told?.id)).toBeGreaterThan(Number(hello?.data["place"]));
  });

  test("one that another process commits arrives with the next poll", async () => {
    const server = await planHeld();
    const live = await openLive(server, "", { token: await server.tokenOf("demo") });
    await live.settle();
    const { onCommitted: _, ...elsewhere } = server.services;
    await moveCash(elsewhere, { key: heldKey, kind: "deposit", amountVnd: 5n, movementId: "TX-2" });
    expect(await live.settle()).toEqual([]);
    await turn(server);
    expect(namesOf(await live.settle())).toEqual(["notification"]);
  });

  test("a reader that comes back gets what it has not seen, once and in order", async () => {
    const server = await planHeld();
    const token = await server.tokenOf("demo");
    for (const amountVnd of [1n, 2n, 3n]) {
      await moveCash(server.services, {
        key: heldKey,
        kind: "deposit",
        amountVnd,
        movementId: `M-${amountVnd}`,
      });
    }
    const all = of(await (await openLive(server, "?after=0", { token })).settle(), "notification");
    const ids = all.map(({ id }) => id ?? "");
    expect(ids).toEqual([...ids].sort((one, other) => Number(one) - Number(other)));
    const headers = { "last-event-id": ids.at(-2) ?? "" };
    const resumed = await (await openLive(server, "?after=0", { token, headers })).settle();
    expect(of(resumed, "notification").map(({ id }) => id)).toEqual(ids.slice(-1));
    expect(resumed[0]?.data["place"]).toBe(Number(ids.at(-2)));
  });

  test("an id of another user is a 400, and one from the future begins at the present place", async () => {
    const server = await planHeld();
    const token = await server.tokenOf("demo");
    const headers = { authorization: `Bearer ${token}` };
    const foreign = await server.fetch("/companion/v0/live?after=1", { headers });
    const answer = await checkAnswer("companion.streamLive", foreign);
    expect([answer.status, answer.body]).toMatchObject([400, { details: [{ field: "after" }] }]);
    const resumed = await server.fetch("/companion/v0/live", {
      headers: { ...headers, "last-event-id": "1" },
    });
    const { body } = await checkAnswer("companion.streamLive", resumed);
    expect(body).toMatchObject({ details: [{ field: "Last-Event-ID" }] });
    const [hello] = await (await openLive(server, "", { token })).settle();
    const place = Number(hello?.data["place"]);
    const [late] = await (await openLive(server, `?after=${place + 9}`, { token })).settle();
    expect(late?.data["place"]).toBe(place);
  });

  test("an account comes in full, again when a figure has changed, and a foreign one is a 404", async () => {
    const server = await planHeld();
    const token = await server.tokenOf("demo");
    const live = await openLive(server, `?accounts=${heldKey.accountId}`, { token });
    const [first] = of(await live.settle(), "account");
    expect(first?.data).toMatchObject({ outstanding: 2_000_000, positions: [{ symbol: "FPT" }] });
    server.clock.nowMs += 1_000;
    await sendCover(server, { body: orderOf(2_000_000) });
    const [covered] = of(await live.settle(), "account");
    expect(covered?.data).toMatchObject({
      outstanding: 0,
      positions: [{ covered: 2_000_000, state: "healthy" }],
    });
    // The poll hints at the same change once more, which must not delay the next one.
    await turn(server);
    expect(await live.settle()).toEqual([]);
    server.clock.nowMs += 10;
    await sendCover(server, { body: orderOf(3_000_000) });
    expect(of(await live.settle(), "account")).toHaveLength(1);
    const foreign = await server.fetch(`/companion/v0/live?accounts=${heldKey.accountId}`, {
      headers: { authorization: `Bearer ${await server.tokenOf("demo-2")}` },
    });
    const answer = await checkAnswer("companion.streamLive", foreign);
    expect([answer.status, answer.body["message"]]).toEqual([404, "There is no such account."]);
  });

  test("bye comes 30 seconds before the token expires, with a time to wait", async () => {
    const server = await planHeld();
    const live = await openLive(server, "", { token: await server.tokenOf("demo", 90_000) });
    await live.settle();
    await turn(server, 45_000);
    expect(namesOf(await live.settle())).toEqual(["ping"]);
    await turn(server, 16_000);
    const [bye] = await live.settle();
    expect(bye).toMatchObject({ event: "bye", data: { reason: "token" } });
    expect(Number(bye?.retry)).toBeLessThanOrEqual(5_000);
    await vi.waitFor(() =>
      expect(server.logged).toContainEqual(expect.objectContaining({ reason: "token" })),
    );
  });

  test("nothing is lost while the store is gone", async () => {
    const server = await planHeld();
    const live = await openLive(server, "", { token: await server.tokenOf("demo") });
    await live.settle();
    const { store } = server.services;
    const gone = vi
      .spyOn(store, "listNotificationsAfter")
      .mockRejectedValue(new StoreFault("unreachable", "The store is gone."));
    await moveCash(server.services, { key: heldKey, kind: "deposit", amountVnd: 5n, movementId: "TX-2" });
    expect(await live.settle()).toEqual([]);
    gone.mockRestore();
    await turn(server, 1_500);
    expect(namesOf(await live.settle())).toEqual(["notification"]);
  });
});

test("a quiet stream is pinged every 15 seconds", async () => {
  const server = await planHeld();
  const live = await openLive(server, "?symbols=FPT");
  await live.settle();
  await turn(server, 14_000);
  expect(await live.settle()).toEqual([]);
  await turn(server);
  expect(namesOf(await live.settle())).toEqual(["ping"]);
});

test("a user's stream too many ends the oldest, which is asked to come back late", async () => {
  const server = await planHeld();
  const token = await server.tokenOf("demo");
  const opened = [];
  for (const _ of [1, 2, 3]) opened.push(await openLive(server, "", { token }));
  await Promise.all(opened.map(({ settle }) => settle()));
  expect((await openLive(server, "", { token })).response.status).toBe(200);
  const [ended, ...others] = await Promise.all(opened.map(({ settle }) => settle()));
  expect(ended).toMatchObject([{ event: "bye", data: { reason: "replaced" } }]);
  expect(Number(ended?.[0]?.retry)).toBeGreaterThanOrEqual(60_000);
  expect(others).toEqual([[], []]);
  expect(server.logged).toContainEqual(expect.objectContaining({ reason: "replaced" }));
});

test("a reader that takes nothing holds no place against newer streams of its user", async () => {
  const server = await planHeld();
  const token = await server.tokenOf("demo");
  for (const _ of Array.from({ length: 5 })) {
    expect((await openLive(server, "", { token })).response.status).toBe(200);
  }
});

test("without a token one stream too many is a 429 that says when to try again, and one that leaves makes room", async () => {
  const server = await planHeld();
  const query = "?symbols=FPT";
  const opened = [];
  for (const _ of Array.from({ length: 5 })) opened.push(await openLive(server, query));
  const refused = await checkAnswer("companion.streamLive", await server.fetch(`/companion/v0/live${query}`));
  expect([refused.status, refused.body["error"]]).toEqual([429, "too_many_streams"]);
  expect(refused.body["message"]).toContain("The address has 5 streams open");
  expect(refused.headers.get("retry-after")).toBe("10");
  await opened[0]?.leave();
  expect((await openLive(server, query)).response.status).toBe(200);
  // 200 symbols with depth count as 800 of at most 1,000.
  const many = Array.from({ length: 200 }, (_, index) => `S${index}`).join(",");
  await opened[1]?.leave();
  expect((await openLive(server, `?symbols=${many}&fields=depth`)).response.status).toBe(200);
  await opened[2]?.leave();
  const heavy = await server.fetch(`/companion/v0/live?symbols=${many}&fields=quote`);
  const { status, body } = await checkAnswer("companion.streamLive", heavy);
  expect([status, body["message"]]).toMatchObject([429, expect.stringContaining("Send a token")]);
});

test("a request that is refused for its body holds no place", async () => {
  const server = await planHeld();
  const headers = { "content-length": "1" };
  for (const _ of Array.from({ length: 6 })) {
    expect((await server.fetch("/companion/v0/live?symbols=FPT", { headers })).status).toBe(400);
  }
  expect((await openLive(server, "?symbols=FPT")).response.status).toBe(200);
});

test("histories are replayed a page in a turn of the event loop, whichever stream it is of", async () => {
  const server = await planHeld();
  const { store } = server.services;
  const record = (await store.listNotificationsAfter("demo", { afterId: 0, limit: 1 }))[0];
  let turnCount = 0;
  const turns: number[] = [];
  const count = (): void => {
    turnCount += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  vi.spyOn(store, "listNotificationsAfter").mockImplementation(async (_, { afterId, limit }) => {
    if (afterId > 0) turns.push(turnCount);
    if (record === undefined || afterId >= 1_000) return [];
    return Array.from({ length: limit }, (__, index) => ({ ...record, id: afterId + index + 1 }));
  });
  const token = await server.tokenOf("demo");
  const opened = await Promise.all([1, 2].map(() => openLive(server, "?after=0", { token })));
  const counts = [0, 0];
  // A busy machine pauses between the pages.
  await vi.waitFor(
    async () => {
      for (const [index, { settle }] of opened.entries())
        counts[index] = (counts[index] ?? 0) + of(await settle(), "notification").length;
      expect(counts).toEqual([1_000, 1_000]);
    },
    { timeout: 20_000 },
  );
  clearImmediate(timer);
  expect(turns).toHaveLength(20);
  expect(new Set(turns).size).toBe(20);
});

test("a reader with a token counts as a user alone, however many there are behind its address", async () => {
  const limitOf = (limit: number) => limitMinute(limit, () => 0);
  const server = await planHeld({ limiters: { address: limitOf(1), user: limitOf(2) } });
  const [demo, other] = [await server.tokenOf("demo"), await server.tokenOf("demo-2")];
  const statusOf = async (token?: string) =>
    (await openLive(server, "?symbols=FPT", token === undefined ? {} : { token })).response.status;
  expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
  expect([await statusOf(demo), await statusOf(demo), await statusOf(other)]).toEqual([200, 200, 200]);
  expect(await statusOf(demo)).toBe(429);
});

test("HEAD opens nothing", async () => {
  const server = await planHeld();
  for (const _ of Array.from({ length: 6 })) {
    const answer = await server.fetch("/companion/v0/live?symbols=FPT", { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  }
});
