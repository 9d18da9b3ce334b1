import { dropDatabase, makeDatabase } from "@trading-oms/scratch";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { describeRequests } from "../suite/requests.suite.ts";
import { loseAnswers } from "../testing/lose-answers.ts";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { makeRequestHarness } from "../testing/make-request-harness.ts";
import { connectAlone, connectForRequests } from "./connect-for-requests.ts";

const answerMsMax = 30_000;

describe("The store on one connection of PostgreSQL", () => {
  const harness = makeRequestHarness(async () => {
    const url = await makeDatabase();
    return { url, remove: () => dropDatabase(url) };
  });
  afterEach(() => harness.clean());
  describeRequests(harness);
});

test("A store of one connection reads while it writes, and is closed with what it was asked", async () => {
  const url = await makeDatabase();
  onTestFinished(() => dropDatabase(url));
  const connections = connectForRequests({ url, answerMsMax });
  await connections.migrate();
  await connections.migrate();
  const store = connections.open();
  await Promise.all([
    store.setHolidays(["2026-09-02", "2026-12-31"]),
    store.setMarks([{ symbol: "FPT", price: 80_000_000n, atMs: 1, isByHand: true }]),
    store.readVersions(),
  ]);
  expect(await Promise.all([store.listHolidays(), store.readMarks(["FPT"])])).toMatchObject([
    ["2026-09-02", "2026-12-31"],
    [{ price: 80_000_000n }],
  ]);
  const asked = store.listMarks({ limit: 10 });
  await store.close();
  expect(await asked).toHaveLength(1);
});

test("A change whose connection broke before its answer came is known by its key on the next", async () => {
  const url = await makeDatabase();
  onTestFinished(() => dropDatabase(url));
  await connectForRequests({ url }).migrate();
  const way = await loseAnswers(url);
  onTestFinished(way.close);
  const store = connectForRequests({ url: way.url, answerMsMax }).open();
  await openAccount(store, "u-1", "A-1");
  way.loseAnswerTo("insert into movement");
  const movement = { movementId: "m-1", kind: "deposit", amountVnd: 5n } as const;
  const change = makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n, movement });
  const outcome = await store.commit(change).catch(() => "unknown");
  // The server may still be at it when it is asked.
  expect(["key-used", "unknown"]).toContain(outcome);
  await expect.poll(() => store.commit(change), { timeout: 20_000 }).toBe("key-used");
  await store.close();
});

test("What one connection is told of waiting for locks ends with the question", async () => {
  const url = await makeDatabase();
  onTestFinished(() => dropDatabase(url));
  const client = connectAlone({ url, answerMsMax });
  onTestFinished(client.close);
  const show = { name: "show", text: "select current_setting('lock_timeout')", lists: [[]] };
  const rowsOf = async (lockMsMax?: number) =>
    (await client.queryTexts({ ...show, lockMsMax })).map(({ rows }) => rows);
  expect(await rowsOf(250)).toEqual([[["250ms"]]]);
  const after = await client.query({ text: "show lock_timeout" });
  expect(after.rows).toEqual([{ lock_timeout: "0" }]);
  expect([await rowsOf(), await rowsOf(5_000)]).toEqual([[[["0"]]], [[["5s"]]]]);
});

test("A step of the schema may take longer than an answer", async () => {
  const url = await makeDatabase();
  onTestFinished(() => dropDatabase(url));
  await expect(connectForRequests({ url, answerMsMax: 1 }).migrate()).resolves.toBeUndefined();
});

test("A server that is not there is told without the password of its address", async () => {
  const store = connectForRequests({ url: "postgres://oms:hunter2@127.0.0.1:1/oms", answerMsMax }).open();
  await expect(store.listHolidays()).rejects.toMatchObject({ code: "unreachable" });
  await expect(store.listHolidays()).rejects.not.toThrow("hunter2");
  await store.close();
});
