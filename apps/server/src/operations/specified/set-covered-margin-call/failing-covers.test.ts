import {
  moveCash,
  openAccount,
  type Services,
  setCover,
  setPosition,
  verifyAudit,
} from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import type { JudgedAnswer } from "../../../testing/check-answer.ts";
import { failAtCall, inward } from "../../../testing/fail-at-call.ts";
import { planHeld, sendCover } from "../../../testing/plan-held.ts";
import { type PlannedServer, planServer } from "../../../testing/plan-server.ts";

type Owner = { readonly userId: string; readonly accountId: string };

/**
 * What the store holds about the cover and call of an account, and the notifications of its owner, newest
 * first.
 */
type Kept = {
  readonly coveredVnd: bigint;
  readonly episode: string;
  readonly told: readonly string[];
  readonly auditCount: number;
};

type Case = {
  readonly name: string;
  /** Whether the position was under a margin call before, and its covered amount. */
  readonly isCalled: boolean;
  readonly coveredVnd: bigint;
  readonly amount: number;
  readonly before: Kept;
  readonly after: Kept;
  readonly answer: object;
};

const called = { coveredVnd: 0n, episode: "1 open", told: ["MarginCall", "Deposit"], auditCount: 3 };
const covered = { coveredVnd: 9_000_000n, episode: "1 over", told: called.told, auditCount: 5 };

/**
 * 1,000 FPT bought at 100,000, now at 80,000, with an equity of 80,000,000: a cover of 2,000,000 answers
 * the call.
 */
const cases: readonly Case[] = [
  {
    name: "a raise that answers a call",
    isCalled: true,
    coveredVnd: 0n,
    amount: 2_000_000,
    before: called,
    after: { ...called, coveredVnd: 2_000_000n, episode: "1 over", auditCount: 5 },
    answer: { status: "success", newCoveredMarginCall: 2_000_000, tradingPower: 18_000_000 },
  },
  {
    name: "a raise that is too small, and by which the call is first seen and told",
    isCalled: false,
    coveredVnd: 0n,
    amount: 1_000_000,
    before: { coveredVnd: 0n, episode: "none", told: ["Deposit"], auditCount: 2 },
    after: { ...called, coveredVnd: 1_000_000n, auditCount: 4 },
    answer: { status: "success", newCoveredMarginCall: 1_000_000, tradingPower: 19_000_000 },
  },
  {
    name: "a lowering",
    isCalled: true,
    coveredVnd: 9_000_000n,
    amount: 5_000_000,
    before: covered,
    after: { ...covered, coveredVnd: 5_000_000n, auditCount: 6 },
    answer: { status: "success", newCoveredMarginCall: 5_000_000, tradingPower: 15_000_000 },
  },
  {
    name: "a refusal",
    isCalled: true,
    coveredVnd: 9_000_000n,
    amount: 25_000_000,
    before: covered,
    after: covered,
    answer: { status: "failed", newCoveredMarginCall: 9_000_000, tradingPower: 11_000_000 },
  },
];

const ways = [
  { isKeyed: true, code: undefined },
  { isKeyed: false, code: undefined },
  { isKeyed: true, code: "unreachable" },
] as const;

const plans = cases.flatMap((one) =>
  ways.flatMap((way) => (["before", "after"] as const).map((moment) => ({ ...one, ...way, moment }))),
);

test.each(plans)(
  "$name is done completely or not at all if a store call fails $moment its work; keyed: $isKeyed, code: $code",
  async ({ isKeyed, moment, code, ...one }) => {
    const { server, failing, real } = await planFailing();
    const struck: string[] = [];
    for (let callNumber = 1; ; callNumber += 1) {
      const owner = { userId: `user-${callNumber}`, accountId: `888C00010${callNumber}` };
      await prepare(real, owner, one);
      expect(await summarize(real, owner)).toEqual(one.before);
      const send = (): Promise<JudgedAnswer> =>
        sendCover(server, {
          body: { accountId: owner.accountId, symbol: "FPT", amount: one.amount },
          headers: isKeyed ? { "idempotency-key": "k-1" } : {},
          userId: owner.userId,
        });
      const before = await readRows(real);
      failing.plan({ callNumber, moment, code });
      const first = await send();
      const name = failing.struck();
      if (name === undefined) {
        expect(first).toMatchObject({ status: 200, body: one.answer });
        break;
      }
      struck.push(name);
      checkFailure(server, first, code);
      const isDone = name === "commit" && moment === "after";
      const left = await readRows(real);
      if (!isDone) expect(left).toEqual(before);
      expect(await summarize(real, owner)).toEqual(isDone ? one.after : one.before);
      await checkNextTry(real, owner, { answer: await send(), isDone, isKeyed, left, one });
    }
    // Without a key, a rejection stores nothing.
    expect(struck.includes("commit")).toBe(isKeyed || one.after !== one.before);
    expect(struck).toContain("readAccount");
  },
);

type Planned = {
  readonly server: PlannedServer;
  readonly failing: ReturnType<typeof failAtCall>;
  readonly real: PlannedServer["services"];
};

/** A test server whose store can be made to fail. */
async function planFailing(): Promise<Planned> {
  const { services: real, book } = await planHeld();
  const failing = failAtCall(real.store);
  const server = await planServer({ store: failing.store, book, now: real.now });
  return { server, failing, real };
}

/** The worked example for another owner; setting the position again triggers its margin call. */
async function prepare(services: Services, owner: Owner, { isCalled, coveredVnd }: Case): Promise<void> {
  const place = { ...owner, symbol: "FPT" };
  const entry = { quantity: 1_000n, price: 100_000_000n };
  await openAccount(services, owner);
  await moveCash(services, { key: owner, kind: "deposit", amountVnd: 80_000_000n });
  if (isCalled) await setPosition(services, place, entry);
  else await holdUnseen(services, place, entry);
  if (coveredVnd === 0n) return;
  const actor = { kind: "user", name: owner.userId } as const;
  await setCover(services, { ...place, amountVnd: coveredVnd, actor, requestId: "r-0" });
}

/** The state after a price fell and before the watch judged it. */
async function holdUnseen(
  services: Services,
  place: Owner & { readonly symbol: string },
  entry: { readonly quantity: bigint; readonly price: bigint },
): Promise<void> {
  const mark = { symbol: "FPT", isByHand: true };
  await services.store.setMarks([{ ...mark, price: 100_000_000n, atMs: services.now() }], {
    nowMs: services.now(),
  });
  await setPosition(services, place, entry);
  await services.store.setMarks([{ ...mark, price: 80_000_000n, atMs: services.now() }], {
    nowMs: services.now(),
  });
}

async function summarize({ store, hash }: Services, owner: Owner): Promise<Kept> {
  const state = await store.readAccount(owner);
  const verdict = await verifyAudit({ store, hash }, owner);
  expect(verdict).toEqual({ kind: "whole", count: state?.account.auditCount });
  const [episode] = state?.episodes ?? [];
  const told = await store.listNotifications(owner.userId, { limit: 50, offset: 0 });
  expect(told).toHaveLength(state?.notificationCount ?? 0);
  return {
    coveredVnd: state?.positions[0]?.coveredVnd ?? -1n,
    episode: episode === undefined ? "none" : `${episode.number} ${episode.isOpen ? "open" : "over"}`,
    told: told.map(({ type }) => type),
    auditCount: state?.account.auditCount ?? 0,
  };
}

/** All rows of the store. */
async function readRows({ store }: PlannedServer["services"]): Promise<string[]> {
  const rows: string[] = [];
  for await (const { table, row } of store.backUp()) rows.push(`${table} ${JSON.stringify(row)}`);
  return rows.sort();
}

/** Checks that the answer is documented and contains nothing of the error, which only the log receives. */
function checkFailure(
  { logged }: PlannedServer,
  { status, headers, body }: JudgedAnswer,
  code: "unreachable" | undefined,
): void {
  if (code === undefined) {
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        error: "internal_error",
        message: "The service failed. Quote the request id when asking for help.",
        status: 500,
      },
    });
  } else {
    expect({ status, error: body["error"] }).toEqual({ status: 503, error: "unavailable" });
    expect(headers.get("retry-after")).toBe("1");
  }
  const said = JSON.stringify([body, [...headers]]);
  for (const word of inward) expect(said).not.toContain(word);
  const isOfStore = code !== undefined;
  expect(logged.findLast(({ level }) => level === (isOfStore ? "info" : "error"))).toMatchObject({
    ...(isOfStore ? { event: "request", reason: code } : { event: "unexpected failure" }),
    requestId: headers.get("x-request-id"),
    operation: "setCoveredMarginCall",
  });
}

/** Checks that a retry makes a change that was not made, and does not repeat one that was. */
async function checkNextTry(
  real: PlannedServer["services"],
  owner: Owner,
  {
    answer,
    isDone,
    isKeyed,
    left,
    one,
  }: {
    readonly answer: JudgedAnswer;
    readonly isDone: boolean;
    readonly isKeyed: boolean;
    readonly left: readonly string[];
    readonly one: Case;
  },
): Promise<void> {
  expect(answer).toMatchObject({ status: 200, body: one.answer });
  expect(await summarize(real, owner)).toEqual(one.after);
  if (isDone) expect(await readRows(real)).toEqual(left);
  // With a key, the original answer is repeated; without one, the amount is already set.
  if (isDone && !isKeyed) expect(answer.body["message"]).toContain("already");
  if (isDone && isKeyed) expect(answer.body["message"]).not.toContain("already");
  const outcome = await real.store.readOutcome(owner.userId, "k-1");
  expect(outcome !== undefined).toBe(isKeyed);
}
