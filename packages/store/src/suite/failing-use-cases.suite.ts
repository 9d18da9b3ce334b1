import { moveCash, openAccount } from "@trading-oms/brokerage";
import type { AccountKey, BackupRow, DurableStore } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { notificationsOfUser } from "../sql/rows.ts";
import { failAtEach } from "../testing/faults/fail-at-each.ts";
import { importSymbols, makeServices, setGroupRates } from "../testing/make-services.ts";
import { readRows } from "../testing/read-rows.ts";
import type { StoreHarness } from "../testing/store-harness.ts";
import { type UseCase, useCases } from "../testing/use-cases.ts";

/** Use cases are atomic, whichever statement fails. */
export function describeFailingUseCases(harness: StoreHarness): void {
  test.each(useCases)(
    "$name changes nothing if any statement fails, and succeeds when retried",
    async (useCase) => {
      const store = await harness.open();
      await importSymbols(store, ["FPT"]);
      await setGroupRates(store, 500_000n);
      await begin(store, useCase, 0);
      await act(useCase, store, keyOf(0));
      expect(await summarize(store, keyOf(0))).toEqual(useCase.after);
      const after = await readUser(store, keyOf(0));
      const count = await failAtEach(harness, {
        prepare: (failAt) => begin(store, useCase, failAt),
        act: (faulty, [key]) => act(useCase, faulty, key),
        judge: async ({ isDone }, [key, before], faulty) => {
          if (!isDone) {
            expect(await readRows(store, isKept)).toEqual(before);
            await act(useCase, faulty, key);
          }
          expect(await readUser(store, key)).toEqual(after);
          const isOfOthers = (row: BackupRow): boolean => isKept(row) && !isOf(key, row);
          const others = await readRows(store, isOfOthers);
          expect(others).toEqual(before.filter((row) => !row.includes(JSON.stringify(key.userId))));
        },
      });
      expect(count).toBeGreaterThan(0);
    },
  );

  test("each of several concurrent movements is atomic if any statement fails", async () => {
    const store = await harness.open();
    const count = await failAtEach(harness, {
      prepare: async (failAt) => {
        const keys = ["a", "b", "c"].map((user) => ({
          userId: `${user}-${failAt}`,
          accountId: `${user}-${failAt}`,
        }));
        for (const key of keys) await openAccount(makeServices(store), key);
        return keys;
      },
      act: async (faulty, keys) => {
        const outcomes = await Promise.allSettled(keys.map((key) => depositFive(faulty, key)));
        for (const [index, key] of keys.entries()) {
          const isMade = outcomes[index]?.status === "fulfilled";
          const { equityVnd, notificationCount } = await summarize(store, key);
          expect([equityVnd, notificationCount]).toEqual(isMade ? [5n, 1] : [0n, 0]);
        }
      },
      judge: async ({ hasFailed }, keys, faulty) => {
        for (const key of keys) {
          await depositFive(hasFailed ? faulty : store, key);
          expect(await summarize(store, key)).toMatchObject({ equityVnd: 5n, notificationCount: 1 });
        }
      },
    });
    expect(count).toBeGreaterThan(0);
  });
}

function keyOf(place: number): AccountKey {
  const digits = String(place).padStart(3, "0");
  return { userId: `user-${digits}`, accountId: `account-${digits}` };
}

async function begin(store: DurableStore, useCase: UseCase, place: number): Promise<[AccountKey, string[]]> {
  const key = keyOf(place);
  await useCase.prepare(makeServices(store), key);
  return [key, await readRows(store, isKept)];
}

async function act(useCase: UseCase, store: DurableStore, key: AccountKey): Promise<void> {
  const outcome = await useCase.act(makeServices(store), key);
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
}

async function depositFive(store: DurableStore, key: AccountKey): Promise<void> {
  const movement = { key, kind: "deposit", amountVnd: 5n, movementId: "m-1" } as const;
  const outcome = await moveCash(makeServices(store), movement);
  if (outcome.kind !== "done") throw new Error(outcome.message);
}

/** Leaves out reserved user numbers: those of a failed opening stay unused. */
function isKept({ table }: BackupRow): boolean {
  return table !== "number_block";
}

function isOf(key: AccountKey, { row }: BackupRow): boolean {
  return row["user_id"] === key.userId;
}

async function summarize(store: DurableStore, key: AccountKey): Promise<UseCase["after"]> {
  const state = await store.readAccount(key);
  if (state === undefined) throw new Error("The account does not exist.");
  const listed = await store.listNotifications(key.userId, { limit: 50, offset: 0 });
  expect(listed).toHaveLength(state.notificationCount);
  const unread = listed.filter(({ isRead }) => !isRead).length;
  expect(await store.countNotifications(key.userId)).toMatchObject({ unread, all: listed.length });
  return {
    version: state.account.version,
    equityVnd: state.account.equityVnd,
    quantities: state.positions.map(({ quantity }) => quantity),
    notificationCount: listed.length,
  };
}

/** All rows of a user, without what differs between users. Ids are relative to the user's first id. */
async function readUser(store: DurableStore, key: AccountKey): Promise<string[]> {
  const rows: string[] = [];
  let number = 0;
  for await (const each of store.backUp()) {
    if (!isOf(key, each)) continue;
    const { id, shard: _shard, ...row }: Record<string, unknown> = each.row;
    if (each.table === "app_user") {
      number = Number(row["number"]);
      delete row["number"];
    }
    const place = typeof id === "number" ? id - number * notificationsOfUser : undefined;
    rows.push(`${each.table} ${place} ${JSON.stringify(row)}`);
  }
  return rows.sort().map((row) => row.replaceAll(key.userId, "user").replaceAll(key.accountId, "account"));
}
