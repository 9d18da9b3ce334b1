import { moveCash, openAccount } from "@trading-oms/brokerage";
import { afterAll, expect, test } from "vitest";
import { makeLossyD1 } from "../testing/faults/make-faulty-d1.ts";
import { makeD1Databases } from "../testing/make-d1-databases.ts";
import { importSymbols, makeServices } from "../testing/make-services.ts";
import { d1StoreOf } from "./d1-store.ts";
import { openD1Store } from "./open-d1-store.ts";

const databases = makeD1Databases();
afterAll(() => databases.dispose());

test("makes a retried movement once, whichever response of D1 was lost", async () => {
  const database = databases.next();
  const store = await openD1Store(database);
  for (let loseAt = 1, hasFired = true; hasFired; loseAt += 1) {
    const key = { userId: `u-${loseAt}`, accountId: `A-${loseAt}` };
    await openAccount(makeServices(store), key);
    const lossy = makeLossyD1(database, loseAt);
    const movement = { key, kind: "deposit", amountVnd: 5n, movementId: "m-1" } as const;
    await moveCash(makeServices(d1StoreOf(lossy.binding)), movement).catch(() => {});
    hasFired = lossy.hasFired();
    expect(await moveCash(makeServices(store), movement)).toMatchObject({ kind: "done" });
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 2, equityVnd: 5n },
      notificationCount: 1,
    });
  }
});

test("publishes a catalog or keeps the old one, whichever response of D1 was lost, and never reports the draft as gone", async () => {
  const database = databases.next();
  const store = await openD1Store(database);
  for (let loseAt = 1, hasFired = true; hasFired; loseAt += 1) {
    await importSymbols(store, ["OLD"]);
    const lossy = makeLossyD1(database, loseAt);
    const outcome = await importSymbols(d1StoreOf(lossy.binding), ["NEW"]).then(
      () => "NEW",
      (failure: unknown) => (String(failure).includes("made to fail") ? "OLD" : failure),
    );
    hasFired = lossy.hasFired();
    expect((await store.listInstruments({ limit: 9 })).map(({ symbol }) => symbol)).toEqual([outcome]);
  }
});
