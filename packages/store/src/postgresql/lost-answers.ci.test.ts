import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { loseAnswers } from "../testing/lose-answers.ts";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

const key = { userId: "u-1", accountId: "A-1" };
/** It takes milliseconds; a busy machine may take its time. */
const patience = { timeout: 20_000 };

test("a change whose answer is lost is not said to be undone, so that nobody makes it again", async () => {
  await withDatabase(async (url) => {
    const way = await loseAnswers(url);
    const store = await openPostgresqlStore({ url: way.url });
    await openAccount(store, "u-1", "A-1");
    way.loseAnswerTo("commit-change");
    const change = makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n });
    await expect(store.commit(change)).rejects.toThrow();
    await expect
      .poll(() => store.readAccount(key), patience)
      .toMatchObject({ account: { version: 2, equityVnd: 5n } });
    const next = makeChange("u-1", "A-1", { expectedVersion: 2, equityVnd: 6n });
    expect(await store.commit(next)).toBe("committed");
    await store.close();
    await way.close();
  });
});

test("a movement whose answer is lost is known by its id", async () => {
  await withDatabase(async (url) => {
    const way = await loseAnswers(url);
    const store = await openPostgresqlStore({ url: way.url });
    await openAccount(store, "u-1", "A-1");
    way.loseAnswerTo("commit-change");
    const movement = { movementId: "m-1", kind: "deposit", amountVnd: 5n } as const;
    const change = makeChange("u-1", "A-1", { expectedVersion: 1, equityVnd: 5n, movement });
    const outcome = await store.commit(change).catch(() => "unknown");
    expect(["key-used", "unknown"]).toContain(outcome);
    await expect.poll(() => store.commit(change), patience).toBe("key-used");
    expect(await store.readAccount(key)).toMatchObject({ account: { version: 2, equityVnd: 5n } });
    await store.close();
    await way.close();
  });
});
