import { makeDatabase, releaseDatabase } from "@trading-oms/scratch";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { describeRequests } from "../suite/requests.suite.ts";
import { startLossyProxy } from "../testing/faults/lossy-proxy.ts";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { savingClock } from "../testing/make-mark.ts";
import { makeRequestHarness } from "../testing/make-request-harness.ts";
import { setHolidays } from "../testing/make-services.ts";
import { connectForRequests, connectSingle } from "./connect-for-requests.ts";

const answerMsMax = 30_000;

describe("the store on a single connection to PostgreSQL", () => {
  const harness = makeRequestHarness(async () => {
    const url = await makeDatabase();
    return { url, remove: () => releaseDatabase(url) };
  });
  afterEach(() => harness.clean());
  describeRequests(harness);
});

test("reads while it writes on a single connection, and finishes running calls on closing", async () => {
  const url = await makeDatabase();
  onTestFinished(() => releaseDatabase(url));
  const connections = connectForRequests({ url, answerMsMax });
  await connections.createSchema();
  await connections.createSchema();
  const store = connections.open();
  await Promise.all([
    setHolidays(store, ["2026-09-02", "2026-12-31"]),
    store.setMarks([{ symbol: "FPT", price: 80_000_000n, atMs: 1, isByHand: true }], savingClock),
    store.readVersions(),
  ]);
  expect(await Promise.all([store.listHolidays(), store.readMarks(["FPT"])])).toMatchObject([
    ["2026-09-02", "2026-12-31"],
    [{ price: 80_000_000n }],
  ]);
  const running = store.listMarks({ limit: 10 });
  await store.close();
  expect(await running).toHaveLength(1);
});

test("finds a change by its movement on the next connection after its response was lost", async () => {
  const url = await makeDatabase();
  onTestFinished(() => releaseDatabase(url));
  await connectForRequests({ url }).createSchema();
  const proxy = await startLossyProxy(url);
  onTestFinished(proxy.close);
  const store = connectForRequests({ url: proxy.url, answerMsMax }).open();
  await openAccount(store, "u-1", "A-1");
  proxy.loseResponseTo("insert into movement");
  const movement = { movementId: "m-1", kind: "deposit", amountVnd: 5n } as const;
  const change = makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n, movement });
  const outcome = await store.commit(change).catch(() => "unknown");
  // The server may not have committed yet when the movement is looked up.
  expect(["key-used", "unknown"]).toContain(outcome);
  await expect.poll(() => store.commit(change), { timeout: 20_000 }).toBe("key-used");
  await store.close();
});

test("ends a lock timeout with its transaction", async () => {
  const url = await makeDatabase();
  onTestFinished(() => releaseDatabase(url));
  const client = connectSingle({ url, answerMsMax });
  onTestFinished(client.close);
  const show = { name: "show", text: "select current_setting('lock_timeout')", lists: [[]] };
  const rowsOf = async (lockMsMax?: number) =>
    (await client.queryPipelined({ ...show, lockMsMax })).map(({ rows }) => rows);
  expect(await rowsOf(250)).toEqual([[["250ms"]]]);
  const after = await client.query({ text: "show lock_timeout" });
  expect(after.rows).toEqual([{ lock_timeout: "0" }]);
  expect([await rowsOf(), await rowsOf(5_000)]).toEqual([[[["0"]]], [[["5s"]]]]);
});

test("does not limit the time in which the schema is created", async () => {
  const url = await makeDatabase();
  onTestFinished(() => releaseDatabase(url));
  await expect(connectForRequests({ url, answerMsMax: 1 }).createSchema()).resolves.toBeUndefined();
});

test("reports an unreachable server without the password of its address", async () => {
  const store = connectForRequests({ url: "postgres://oms:hunter2@127.0.0.1:1/oms", answerMsMax }).open();
  await expect(store.listHolidays()).rejects.toMatchObject({ code: "unreachable" });
  await expect(store.listHolidays()).rejects.not.toThrow("hunter2");
  await store.close();
});
