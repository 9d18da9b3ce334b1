import type { Store } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { makeChange, makeDraft, openAccount } from "./make-change.ts";
import type { StoreHarness } from "./store-harness.ts";

const key = { userId: "u-1", accountId: "A-1" };
const page = { limit: 50, offset: 0 };

/** Of many at once, one succeeds. */
export function describeRaces({ open, openBeside }: StoreHarness): void {
  test("of fifty who change an account at once by two ways, one succeeds", async () => {
    const store = await open();
    const beside = await openBeside();
    await openAccount(store, "u-1", "A-1");
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? store : beside).commit(
          makeChange("u-1", "A-1", {
            expectedVersion: 1,
            equityVnd: BigInt(index),
            notifications: [makeDraft(`Deposit/m-${index}`)],
          }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "version-moved")).toHaveLength(49);
    expect(await store.listNotifications("u-1", page)).toHaveLength(1);
    const winner = outcomes.indexOf("committed");
    expect(await beside.readAccount(key)).toMatchObject({ account: { equityVnd: BigInt(winner) } });
  });

  test("of fifty who open one account at once, one is its owner", async () => {
    const store = await open();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => store.commit(makeChange(`u-${index}`, "A-1"))),
    );
    expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(1);
    expect(await store.findOwner("A-1")).toBe(`u-${outcomes.indexOf("committed")}`);
  });

  test("two accounts of one user that tell at once take numbers without a gap, and none twice", async () => {
    const store = await open();
    const beside = await openBeside();
    await openAccount(store, "u-1", "A-1");
    await openAccount(store, "u-1", "A-2");
    const tell = async (by: Store, account: string): Promise<void> => {
      for (let version = 1; version <= 20; version += 1) {
        const notifications = [makeDraft(`${account}/${version}`)];
        const change = makeChange("u-1", account, { expectedVersion: version, notifications });
        expect(await by.commit(change)).toBe("committed");
      }
    };
    await Promise.all([tell(store, "A-1"), tell(beside, "A-2")]);
    const told = await store.listNotifications("u-1", page);
    const [last = 0] = told.map(({ id }) => id);
    expect(told.map(({ id }) => last - id)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(new Set(told.map(({ messageId }) => messageId)).size).toBe(40);
  });
}
