import { expect, test } from "vitest";
import { planServices } from "../testing/plan-services.ts";
import { openAccount } from "./accounts.ts";
import { moveCash } from "./cash.ts";
import { reservedUserId } from "./chains.ts";
import { type AuditFilter, listAudit } from "./list-audit.ts";

const key = { userId: "u-1", accountId: "A-1" };

/** Movements at 1,000, 2,000 and so on, by lan and minh in turn. */
async function plan(count: number) {
  const { services: planned, memory } = planServices();
  const clock = { nowMs: 0 };
  const services = { ...planned, now: () => clock.nowMs };
  await openAccount(services, key);
  for (let place = 1; place <= count; place += 1) {
    clock.nowMs = place * 1_000;
    const actor = { kind: "operator", name: place % 2 === 0 ? "lan" : "minh" } as const;
    await moveCash(services, { key, kind: "deposit", amountVnd: 1n, actor });
  }
  return { services, memory };
}

async function placesOf(
  services: Awaited<ReturnType<typeof plan>>["services"],
  filter: AuditFilter & { readonly limit: number; readonly cursor?: number | undefined },
) {
  const page = await listAudit(services, key, filter);
  if (page.kind === "refused") throw new Error(page.message);
  return [...page.entries.map(({ place }) => place), page.next ?? "end"];
}

test("entries come newest first, in pages without gap or repetition", async () => {
  const { services } = await plan(5);
  expect(await placesOf(services, { limit: 2 })).toEqual([5, 4, 4]);
  expect(await placesOf(services, { limit: 2, cursor: 4 })).toEqual([3, 2, 2]);
  expect(await placesOf(services, { limit: 2, cursor: 2 })).toEqual([1, "end"]);
  expect(await placesOf(services, { limit: 2, cursor: 1 })).toEqual(["end"]);
  expect(await placesOf(services, { limit: 2, cursor: 99 })).toEqual([5, 4, 4]);
});

test.each<[AuditFilter, readonly number[]]>([
  [{ actor: "lan" }, [4, 2]],
  [{ kind: "cash", fromMs: 4_000 }, [5, 4]],
  [{ fromMs: 2_000, untilMs: 4_000 }, [3, 2]],
  [{ kind: "closing" }, []],
  [{ symbol: "FPT" }, []],
])("a filter leaves what it names: %j", async (filter, places) => {
  const { services } = await plan(5);
  expect(await placesOf(services, { ...filter, limit: 9 })).toEqual([...places, "end"]);
});

test("a filter that matches little looks at a part of a long chain, and tells where to go on", async () => {
  const { services } = await plan(2_700);
  expect(await placesOf(services, { limit: 9, untilMs: 2_000 })).toEqual([701]);
  expect(await placesOf(services, { limit: 9, untilMs: 2_000, cursor: 701 })).toEqual([1, "end"]);
  expect(await placesOf(services, { limit: 2, actor: "lan", cursor: 700 })).toEqual([698, 696, 696]);
});

test("an entry that can't be read is left out", async () => {
  const { services, memory } = await plan(3);
  const audits = memory.accounts.get("A-1")?.audits ?? [];
  audits.splice(1, 1, { place: 2, hash: "", entry: "[]" });
  expect(await placesOf(services, { limit: 9 })).toEqual([3, 1, "end"]);
});

test("a reserved chain is empty before its first entry, and an account that is not there is refused", async () => {
  const { services } = await plan(0);
  expect(await listAudit(services, { userId: reservedUserId, accountId: "rates" }, { limit: 9 })).toEqual({
    kind: "done",
    entries: [],
    next: undefined,
  });
  expect(await listAudit(services, { ...key, accountId: "A-2" }, { limit: 9 })).toMatchObject({
    code: "no_such_account",
  });
});
