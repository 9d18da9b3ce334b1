import { withDatabase } from "@trading-oms/scratch";
import { expect, test } from "vitest";
import { makeChange, openAccount } from "../testing/make-change.ts";
import { openPostgresqlStore } from "./open-postgresql-store.ts";

const key = { userId: "u", accountId: "A" };

test("changes and openings that wait when the store is closed are made before it closes, and later ones are refused", async () => {
  await withDatabase(async (url) => {
    const store = await openPostgresqlStore({ url, connectionCountMax: 2 });
    await openAccount(store, "u", "A");
    const change = store.commit(makeChange("u", "A", { expectedVersion: 1, equityVnd: 5n }));
    const openings = Array.from({ length: 40 }, (_, index) => store.commit(makeChange("u", `A-${index}`)));
    const closed = store.close();
    const refused = "The store is closed";
    await expect(store.commit(makeChange("u", "A-late"))).rejects.toThrow(refused);
    await expect(store.commit(makeChange("u", "A", { expectedVersion: 2 }))).rejects.toThrow(refused);
    await expect(store.readAccount(key)).rejects.toThrow(refused);
    await closed;
    expect(await change).toBe("committed");
    expect(await Promise.all(openings)).toEqual(Array(40).fill("committed"));
    const again = await openPostgresqlStore({ url });
    expect(await again.listAccounts({ limit: 500 })).toHaveLength(41);
    expect(await again.readAccount(key)).toMatchObject({ account: { version: 2 } });
    await again.close();
  });
});
