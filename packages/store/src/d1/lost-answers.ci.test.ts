import { moveCash, openAccount } from "@trading-oms/brokerage";
import { afterAll, expect, test } from "vitest";
import { makeD1Databases } from "../testing/make-d1-databases.ts";
import { makeLossyD1 } from "../testing/make-faulty-d1.ts";
import { listSymbols, makeServices } from "../testing/make-services.ts";
import { d1StoreOf } from "./d1-store.ts";
import { openD1Store } from "./open-d1-store.ts";

const databases = makeD1Databases();
afterAll(() => databases.dispose());

test("a movement is made once, whichever answer of D1 is lost on its way, where it is asked for again under its id", async () => {
  const database = databases.next();
  const store = await openD1Store(database);
  for (let loseAt = 1, hasStruck = true; hasStruck; loseAt += 1) {
    const key = { userId: `u-${loseAt}`, accountId: `A-${loseAt}` };
    await openAccount(makeServices(store), key);
    const lossy = makeLossyD1(database, loseAt);
    const movement = { key, kind: "deposit", amountVnd: 5n, movementId: "m-1" } as const;
    await moveCash(makeServices(d1StoreOf(lossy.binding)), movement).catch(() => {});
    hasStruck = lossy.hasStruck();
    expect(await moveCash(makeServices(store), movement)).toMatchObject({ kind: "done" });
    expect(await store.readAccount(key)).toMatchObject({
      account: { version: 2, equityVnd: 5n },
      notificationCount: 1,
    });
  }
});

test("a catalog is in force or is not, whichever answer of D1 is lost, and never said to be gone", async () => {
  const database = databases.next();
  const store = await openD1Store(database);
  for (let loseAt = 1, hasStruck = true; hasStruck; loseAt += 1) {
    await listSymbols(store, ["OLD"]);
    const lossy = makeLossyD1(database, loseAt);
    const outcome = await listSymbols(d1StoreOf(lossy.binding), ["NEW"]).then(
      () => "NEW",
      (failure: unknown) => (String(failure).includes("made to fail") ? "OLD" : failure),
    );
    hasStruck = lossy.hasStruck();
    expect((await store.listInstruments({ limit: 9 })).map(({ symbol }) => symbol)).toEqual([outcome]);
  }
});
