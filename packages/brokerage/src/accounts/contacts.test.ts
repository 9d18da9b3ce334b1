import { expect, test } from "vitest";
import { setCover } from "../covers/set-cover.ts";
import type { ContactRecord } from "../ports/index.ts";
import { setRates } from "../settings/set-rates.ts";
import { byLan, fpt, list, planServices } from "../testing/plan-services.ts";
import { examplesRates } from "../testing/plan-watch.ts";
import { openAccount } from "./accounts.ts";
import { draftAudit, readAuditEntry } from "./audit.ts";
import { moveCash } from "./cash.ts";
import { addContact, type ContactOrder, timeMsMax } from "./contacts.ts";
import { listMovements } from "./movements.ts";
import { closeHolding, setPosition } from "./positions.ts";
import { verifyAudit } from "./verify-audit.ts";

const key = { userId: "demo", accountId: "A-1" };
const fptKey = { ...key, symbol: "FPT" };

const promise: Omit<ContactRecord, "atMs" | "by"> = {
  method: "telephone",
  answer: "promised",
  promisedVnd: 2_000_000n,
  promisedUntilMs: 9_000,
  note: "Chuyển khoản",
};
const silence: ContactOrder["contact"] = { method: "message", answer: "noAnswer", note: "" };

/** The first worked example, called. */
async function plan() {
  const { services, memory } = planServices();
  await list(services, fpt);
  await setRates(services, { level: "symbol", name: "FPT", rates: examplesRates });
  await openAccount(services, key);
  await moveCash(services, { key, kind: "deposit", amountVnd: 80_000_000n });
  await setPosition(services, fptKey, { quantity: 1_000n, price: 100_000_000n });
  const order = (members: Partial<ContactOrder> = {}): ContactOrder => ({
    ...fptKey,
    contact: promise,
    actor: { kind: "operator", name: "desk-1" },
    requestId: "r-1",
    ...members,
  });
  const lastContact = () => memory.accounts.get("A-1")?.episodes.get("FPT")?.lastContact;
  const entries = () => memory.accounts.get("A-1")?.audits.map(({ entry }) => readAuditEntry(entry)) ?? [];
  return { services, memory, order, lastContact, entries };
}

test("a contact becomes the last one of the open call, and an entry with the one before", async () => {
  const { services, order, lastContact, entries } = await plan();
  const noted = { ...silence, atMs: 1_000, by: "desk-2" };
  expect(
    await addContact(services, order({ contact: silence, actor: { kind: "operator", name: "desk-2" } })),
  ).toEqual({ kind: "done", status: "success", message: "The contact was noted.", contact: noted });
  expect(lastContact()).toEqual(noted);
  expect(await addContact(services, order({ language: "vi" }))).toMatchObject({
    message: "Đã ghi nhận liên hệ.",
  });
  expect(lastContact()).toEqual({ ...promise, atMs: 1_000, by: "desk-1" });
  const call = { symbol: "FPT", callNumber: 1 };
  expect(entries().slice(3)).toMatchObject([
    { kind: "contact", before: call, after: { ...call, answer: "noAnswer" }, reason: "" },
    {
      kind: "contact",
      actor: { kind: "operator", name: "desk-1" },
      requestId: "r-1",
      reason: "Chuyển khoản",
      before: { ...call, method: "message", answer: "noAnswer" },
      after: {
        ...call,
        method: "telephone",
        answer: "promised",
        promisedVnd: 2_000_000n,
        promisedUntilMs: 9_000,
      },
    },
  ]);
  expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: 5 });
});

test("a contact leaves with its call, and the next call begins without one", async () => {
  const { services, order, lastContact } = await plan();
  await addContact(services, order());
  await setCover(services, { ...fptKey, amountVnd: 2_000_000n, ...byLan, requestId: "r-2" });
  expect(lastContact()).toBeUndefined();
  expect(await addContact(services, order())).toEqual({
    kind: "done",
    status: "failed",
    code: "no_open_call",
    message: "Nothing was changed: the position in FPT is not called.",
  });
  await closeHolding(services, fptKey, 80_000_000n, byLan);
  await setPosition(services, fptKey, { quantity: 1_000n, price: 100_000_000n });
  expect(lastContact()).toBeUndefined();
  expect(await verifyAudit(services, key)).toMatchObject({ kind: "whole" });
  await addContact(services, order({ contact: silence }));
  expect(await verifyAudit(services, key)).toMatchObject({ kind: "whole" });
});

test("a repeat under a key makes one entry, also after the call has ended, and another contact under it is refused", async () => {
  const { services, order, entries } = await plan();
  const keyed = order({ idempotency: { key: "desk-1 k", fingerprint: "f" } });
  const first = await addContact(services, keyed);
  await setCover(services, { ...fptKey, amountVnd: 2_000_000n, ...byLan, requestId: "r-2" });
  expect(await addContact(services, keyed)).toEqual({ ...first, firstDoneAtMs: 1_000 });
  expect(entries().filter((entry) => entry?.kind === "contact")).toHaveLength(1);
  expect(
    await addContact(services, order({ idempotency: { key: "desk-1 k", fingerprint: "other" } })),
  ).toMatchObject({ code: "idempotency_key_reused" });
});

test.each([{ symbol: "VNM" }, { accountId: "A-2" }, { userId: "other" }, { symbol: "F P T" }])(
  "a position that is not there has no contacts: %j",
  async (members) => {
    const { services, order } = await plan();
    expect(await addContact(services, order(members))).toMatchObject({ code: "no_such_position" });
  },
);

test("the owner does not see contacts among the movements", async () => {
  const { services, order } = await plan();
  await addContact(services, order());
  const page = await listMovements(services, key, { limit: 9 });
  expect(page.kind === "done" && page.movements.map(({ kind }) => kind)).toEqual(["entry", "deposit"]);
});

test("a contact that was changed, removed or inserted breaks the audit", async () => {
  const { services, memory, order } = await plan();
  await addContact(services, order({ contact: silence }));
  await addContact(services, order());
  const kept = memory.accounts.get("A-1");
  if (kept === undefined) throw new Error("There is no account.");
  const whole = [...kept.audits];
  // A deposit, an entry and a call come before the contacts.
  const two = whole[3] as (typeof whole)[0];
  const breakBy = async (audits: typeof whole) => {
    kept.audits.splice(0, Number.POSITIVE_INFINITY, ...audits);
    return verifyAudit(services, key);
  };
  const changed = { ...two, entry: two.entry.replace("noAnswer", "refused") };
  expect(await breakBy(whole.with(3, changed))).toMatchObject({ kind: "broken", place: 4 });
  expect(await breakBy(whole.toSpliced(3, 1))).toMatchObject({ kind: "broken", place: 4 });
  expect(await breakBy(whole.toSpliced(3, 0, two))).toMatchObject({ kind: "broken", place: 5 });
  expect(await breakBy(whole)).toMatchObject({ kind: "whole" });
  const episode = kept.episodes.get("FPT");
  if (episode === undefined) throw new Error("There is no episode.");
  for (const lastContact of [undefined, { ...promise, atMs: 1_000, by: "somebody" }]) {
    kept.episodes.set("FPT", { ...episode, lastContact });
    expect(await verifyAudit(services, key)).toEqual({
      kind: "broken",
      place: 5,
      why: "The last contact about FPT is not that of its last entry.",
    });
  }
});

test("a promise of nothing, or until a time that has passed, is refused", async () => {
  const { services, order, lastContact } = await plan();
  const contact = (members: Partial<ContactRecord>) => order({ contact: { ...promise, ...members } });
  expect(await addContact(services, contact({ promisedVnd: 0n }))).toMatchObject({
    code: "amount_not_valid",
  });
  // It is 1,000.
  expect(await addContact(services, contact({ promisedUntilMs: 1_000 }))).toMatchObject({
    code: "date_not_valid",
  });
  expect(lastContact()).toBeUndefined();
  expect(await addContact(services, contact({ promisedUntilMs: 1_001 }))).toMatchObject({
    status: "success",
  });
});

test("a promise until after the year 9999 is refused", async () => {
  const { services, order, lastContact } = await plan();
  const until = (promisedUntilMs: number) => order({ contact: { ...promise, promisedUntilMs } });
  expect(await addContact(services, until(timeMsMax + 1))).toMatchObject({ code: "date_not_valid" });
  expect(lastContact()).toBeUndefined();
  expect(await addContact(services, until(timeMsMax))).toMatchObject({ status: "success" });
  expect(new Date(timeMsMax).toISOString()).toBe("9999-12-31T23:59:59.999Z");
});

test("a contact that does not begin with the one before it breaks the audit, though its hash is right", async () => {
  const { services, memory, order } = await plan();
  await addContact(services, order({ contact: silence }));
  const kept = memory.accounts.get("A-1");
  if (kept === undefined) throw new Error("There is no account.");
  const call = { symbol: "FPT", callNumber: 1 };
  const draft = await draftAudit(
    services,
    kept.account,
    { actor: order().actor, atMs: 1_000, requestId: "r-9", reason: "" },
    { kind: "contact", before: call, after: { ...call, ...silence } },
  );
  kept.audits.push({ ...draft, place: 5 });
  kept.account = { ...kept.account, auditCount: 5, auditHash: draft.hash };
  expect(await verifyAudit(services, key)).toEqual({
    kind: "broken",
    place: 5,
    why: "The entry does not begin where the one before it left FPT.",
  });
});
