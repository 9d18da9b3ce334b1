import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { startLossyProxy } from "../testing/faults/lossy-proxy.ts";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

const key = { userId: "u-1", accountId: "A-1" };
/** The poll usually takes milliseconds; the timeout is for a busy machine. */
const polling = { timeout: 20_000 };

test("does not report a change as undone when its response is lost", async () => {
  await withDatabase(async (url) => {
    const proxy = await startLossyProxy(url);
    const store = await openPostgresqlStore({ url: proxy.url });
    await openAccount(store, "u-1", "A-1");
    proxy.loseResponseTo("commit-change");
    const change = makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n });
    await expect(store.commit(change)).rejects.toThrow();
    await expect
      .poll(() => store.readAccount(key), polling)
      .toMatchObject({ account: { version: 2, equityVnd: 5n } });
    const next = makeChange("u-1", "A-1", { expectedVersion: 2, equityVnd: 6n });
    expect(await store.commit(next)).toBe("committed");
    await store.close();
    await proxy.close();
  });
});

test("finds a movement by its id after its response was lost", async () => {
  await withDatabase(async (url) => {
    const proxy = await startLossyProxy(url);
    const store = await openPostgresqlStore({ url: proxy.url });
    await openAccount(store, "u-1", "A-1");
    proxy.loseResponseTo("commit-change");
    const movement = { movementId: "m-1", kind: "deposit", amountVnd: 5n } as const;
    const change = makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n, movement });
    const outcome = await store.commit(change).catch(() => "unknown");
    expect(["key-used", "unknown"]).toContain(outcome);
    await expect.poll(() => store.commit(change), polling).toBe("key-used");
    expect(await store.readAccount(key)).toMatchObject({ account: { version: 2, equityVnd: 5n } });
    await store.close();
    await proxy.close();
  });
});
