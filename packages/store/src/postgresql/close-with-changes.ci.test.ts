import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

const key = { userId: "u", accountId: "A" };

test("commits waiting changes and openings before it closes, and rejects later calls", async () => {
  await withDatabase(async (url) => {
    const store = await openPostgresqlStore({ url, connectionCountMax: 2 });
    await openAccount(store, "u", "A");
    const change = store.commit(makeChange("u", "A", { expectedVersion: 1, equityVnd: 5n }));
    const openings = Array.from({ length: 40 }, (_, index) => store.commit(makeChange("u", `A-${index}`)));
    const closed = store.close();
    const message = "The store is closed";
    await expect(store.commit(makeChange("u", "A-late"))).rejects.toThrow(message);
    await expect(store.commit(makeChange("u", "A", { expectedVersion: 2 }))).rejects.toThrow(message);
    await expect(store.readAccount(key)).rejects.toThrow(message);
    await closed;
    expect(await change).toBe("committed");
    expect(await Promise.all(openings)).toEqual(Array(40).fill("committed"));
    const again = await openPostgresqlStore({ url });
    expect(await again.listAccounts({ limit: 500 })).toHaveLength(41);
    expect(await again.readAccount(key)).toMatchObject({ account: { version: 2 } });
    await again.close();
  });
});
