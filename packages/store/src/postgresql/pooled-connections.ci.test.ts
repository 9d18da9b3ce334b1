import { makeDatabase, releaseDatabase, runSql, startPooler } from "@trading-oms/scratch";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { describeRequests } from "../suite/requests.suite.ts";
import { lockAccounts } from "../testing/lock-accounts.ts";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { makeRequestHarness } from "../testing/make-request-harness.ts";
import { connectForRequests } from "./connect-for-requests.ts";

const answerMsMax = 30_000;

async function makePooled(connectionCount: number) {
  const directUrl = await makeDatabase();
  const pooler = await startPooler(directUrl, { connectionCount });
  const remove = async (): Promise<void> => {
    await pooler.stop();
    await releaseDatabase(directUrl);
  };
  return { url: pooler.url, directUrl, remove };
}

async function connectPooled(connectionCount: number) {
  const { remove, ...urls } = await makePooled(connectionCount);
  onTestFinished(remove);
  const connections = connectForRequests({ url: urls.url, answerMsMax });
  await connections.createSchema();
  const open = () => {
    const store = connections.open();
    onTestFinished(() => store.close());
    return store;
  };
  return { ...urls, ...connections, open };
}

const deposit = (expectedVersion: number) => {
  const movement = { movementId: `m-${expectedVersion}`, kind: "deposit", amountVnd: 5n } as const;
  return makeChange("u-1", "A-1", { expectedVersion, equityVnd: 5n * BigInt(expectedVersion), movement });
};

describe("the store behind a transaction pooler", () => {
  const harness = makeRequestHarness(() => makePooled(3));
  afterEach(() => harness.clean());
  describeRequests(harness);
});

describe("behind a transaction pooler", () => {
  test("repeats statements on changing server connections", async () => {
    const { open, url } = await connectPooled(4);
    // Opens all four server connections; the pooler then uses them in turn.
    const together = Array.from({ length: 4 }, () => runSql(url, "select pg_backend_pid(), pg_sleep(0.5)"));
    expect(new Set((await Promise.all(together)).flat().map((row) => row["pg_backend_pid"])).size).toBe(4);
    const store = open();
    await openAccount(store, "u-1", "A-1");
    for (let version = 1; version <= 6; version += 1) {
      expect(await store.commit(deposit(version))).toBe("committed");
      expect(await store.readAccount({ userId: "u-1", accountId: "A-1" })).toMatchObject({
        account: { version: version + 1 },
      });
    }
  });

  test("serves several stores on one server connection, in sequence and concurrently", async () => {
    const { open } = await connectPooled(1);
    const [first, second] = [open(), open()];
    await openAccount(first, "u-1", "A-1");
    await openAccount(second, "u-2", "A-2");
    expect(await second.commit(deposit(1))).toBe("committed");
    const outcomes = await Promise.all(
      [first, second, open(), open()].map((store) => store.commit(deposit(2))),
    );
    expect(outcomes.toSorted()).toEqual(["committed", "key-used", "key-used", "key-used"]);
  });

  test("applies the lock timeout to a change, and not to the next transaction on the connection", async () => {
    const { open, url, directUrl } = await connectPooled(1);
    const store = open();
    await openAccount(store, "u-1", "A-1");
    const { release } = await lockAccounts(directUrl, ["u-1"]);
    await expect(store.commit(deposit(1))).rejects.toMatchObject({ code: "busy" });
    await release();
    expect(await store.commit(deposit(1))).toBe("committed");
    expect(await runSql(url, "show lock_timeout")).toEqual([{ lock_timeout: "0" }]);
  });

  test("creates the schema once when several stores start concurrently", async () => {
    const { url, remove } = await makePooled(3);
    onTestFinished(remove);
    const connections = connectForRequests({ url, answerMsMax });
    await Promise.all(Array.from({ length: 6 }, () => connections.createSchema()));
    const store = connections.open();
    onTestFinished(() => store.close());
    expect(await store.listHolidays()).toEqual([]);
  });
});
