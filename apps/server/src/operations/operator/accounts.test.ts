/** Holds what operators change in accounts: once, by the rules, with an entry that says who, when and why. */
import { moveCash, previewCover } from "@trading-oms/brokerage";
import { describe, expect, test, vi } from "vitest";
import { askOperator, heldPosition, planOperated, type SentToOperator } from "../../testing/ask-operator.ts";
import { checkAnswer, type JudgedAnswer } from "../../testing/check-answer.ts";
import { heldKey, orderOf, sendCover } from "../../testing/plan-held.ts";
import type { PlannedServer } from "../../testing/plan-server.ts";

const account = `accounts/${heldKey.accountId}`;
const chain = `audits/${heldKey.accountId}`;

const places = {
  setCover: ["PATCH", `${heldPosition}/cover`],
  addContact: ["POST", `${heldPosition}/contacts`],
  moveCash: ["POST", `${account}/cash`],
  listAudit: ["GET", chain],
  verifyAudit: ["POST", `${chain}/verify`],
} as const;

async function ask(
  server: PlannedServer,
  id: keyof typeof places,
  sent: SentToOperator & { readonly path?: string } = {},
): Promise<JudgedAnswer> {
  const [method, path] = places[id];
  return checkAnswer(`operator.${id}`, await askOperator(server, method, sent.path ?? path, sent));
}

type Entry = Readonly<Record<string, unknown>>;

async function entriesOf(server: PlannedServer, query = ""): Promise<readonly Entry[]> {
  const { body } = await ask(server, "listAudit", { path: `${chain}?${query}` });
  return body["entries"] as readonly Entry[];
}

const cover = (amount: number, members: object = {}) => ({
  amount,
  reason: "Paid in, receipt R-4411",
  ...members,
});
const contact = { method: "telephone", answer: "promised", promisedAmount: 2_000_000, note: "Chuyển khoản" };
const deposit = { kind: "deposit", amount: 5_000_000, reason: "Receipt R-4411" };

describe("a cover by an operator", () => {
  test("follows the rules of the owner, and leaves who, when, why and both amounts", async () => {
    const server = await planOperated();
    const answer = await ask(server, "setCover", { json: cover(2_000_000) });
    expect(answer.body).toEqual({
      status: "success",
      message: "The covered amount of FPT is 2,000,000 VND now; it was 0 VND.",
      accountId: heldKey.accountId,
      symbol: "FPT",
      covered: 2_000_000,
      maintenanceMargin: 42_000_000,
      tradingPower: 18_000_000,
    });
    const [call, entry] = await entriesOf(server);
    expect(call).toMatchObject({ kind: "call", actorKind: "watch", actor: "margin", symbol: "FPT" });
    expect(entry).toMatchObject({
      kind: "cover",
      actorKind: "operator",
      actor: "desk-1",
      time: server.clock.nowMs,
      reason: "Paid in, receipt R-4411",
      requestId: answer.headers.get("x-request-id"),
      symbol: "FPT",
    });
    expect(entry?.["values"]).toContainEqual({ name: "covered", before: 0, after: 2_000_000 });
    expect(entry?.["values"]).toContainEqual({ name: "markPrice", before: null, after: 80_000 });
    expect(entry?.["values"]).toContainEqual({ name: "marginRatio", before: null, after: 0.5 });
  });

  test("that a rule refuses is a 200 with code and message, in the language asked for, as the preview has them", async () => {
    const server = await planOperated();
    const headers = { "accept-language": "vi" };
    const {
      status,
      headers: sent,
      body,
    } = await ask(server, "setCover", { json: cover(25_000_000), headers });
    const preview = await previewCover(
      server.services,
      { ...heldKey, symbol: "FPT" },
      { amountVnd: 25_000_000n, language: "vi" },
    );
    if (preview.kind !== "done") throw new Error(preview.message);
    expect([status, body["status"], body["code"]]).toEqual([200, "failed", "above_trading_power"]);
    expect(body["message"]).toBe(preview.message);
    expect(sent.get("vary")).toContain("Accept-Language");
  });

  test("clicked twice is one change and one entry", async () => {
    const server = await planOperated();
    const sent = { json: cover(2_000_000, { expectedCovered: 0 }), headers: { "idempotency-key": "k-1" } };
    const [one, two] = await Promise.all([ask(server, "setCover", sent), ask(server, "setCover", sent)]);
    expect(two.body).toEqual(one.body);
    const spelled = { amount: 2e6, reason: "Paid in, receipt R-4411", expectedCovered: 0.0 };
    expect((await ask(server, "setCover", { ...sent, json: spelled })).body).toEqual(one.body);
    expect(await entriesOf(server, "kind=cover")).toHaveLength(1);
    const other = await ask(server, "setCover", { ...sent, json: cover(3_000_000) });
    expect([other.status, other.body["error"]]).toEqual([400, "idempotency_key_reused"]);
  });

  test("by two operators at once is one change; the second sees the new state", async () => {
    const server = await planOperated();
    const sent = (userId: string, amount: number) => ({
      userId,
      json: cover(amount, { expectedCovered: 0 }),
      headers: { "idempotency-key": "k-1" },
    });
    const answers = await Promise.all([
      ask(server, "setCover", sent("desk-1", 2_000_000)),
      ask(server, "setCover", sent("desk-2", 3_000_000)),
    ]);
    const [done, late] = answers
      .map(({ body }) => body)
      .toSorted((one) => (one["status"] === "success" ? -1 : 1));
    expect(late).toMatchObject({ status: "failed", code: "cover_changed", covered: done?.["covered"] });
    expect(await entriesOf(server, "kind=cover")).toHaveLength(1);
    const again = { userId: "desk-2", json: cover(3_000_000, { expectedCovered: done?.["covered"] }) };
    expect((await ask(server, "setCover", again)).body).toMatchObject({
      status: "success",
      covered: 3_000_000,
    });
  });

  test("has a key of its own beside the owner's", async () => {
    const server = await planOperated();
    const headers = { "idempotency-key": "k-1" };
    await sendCover(server, { body: orderOf(2_000_000), headers });
    const answer = await ask(server, "setCover", { json: cover(3_000_000), headers });
    expect(answer.body).toMatchObject({ status: "success", covered: 3_000_000 });
  });

  test.each([
    [`accounts/888C999999/positions/FPT/cover`, "There is no such account."],
    ["accounts/rates/positions/FPT/cover", "There is no such account."],
    [`${account}/positions/VNM/cover`, "There is no such position."],
  ])("%s is a 404", async (path, message) => {
    const { status, body } = await ask(await planOperated(), "setCover", { path, json: cover(1) });
    expect([status, body["message"]]).toEqual([404, message]);
  });

  test.each([
    [{ amount: 1 }, "reason"],
    [{ amount: 1, reason: "" }, "reason"],
    [{ amount: 1, reason: " " }, "reason"],
    [{ amount: 1, reason: "paid\u001B[2J" }, "reason"],
    [{ amount: 1, reason: "x".repeat(501) }, "reason"],
    [{ amount: "1.000.000", reason: "x" }, "amount"],
    [{ amount: -1, reason: "x" }, "amount"],
    [{ amount: 1, reason: "x", expectedCovered: 0.5 }, "expectedCovered"],
    [{ amount: 1, reason: "x", extra: 1 }, "extra"],
  ])("the body %j is a 400 that names what is wrong", async (json, field) => {
    const { status, body } = await ask(await planOperated(), "setCover", { json });
    expect(status).toBe(400);
    expect(JSON.stringify(body["details"])).toContain(field);
  });
});

describe("a contact", () => {
  test("is noted once under its key, with its note as the reason", async () => {
    const server = await planOperated();
    const sent = { json: contact, headers: { "idempotency-key": "k-1" } };
    const first = await ask(server, "addContact", sent);
    expect(first.body).toMatchObject({
      status: "success",
      contact: { by: "desk-1", promisedAmount: 2_000_000, promisedUntil: null, note: "Chuyển khoản" },
    });
    expect((await ask(server, "addContact", sent)).body).toEqual(first.body);
    expect(await entriesOf(server, "kind=contact&actor=desk-1")).toMatchObject([
      {
        reason: "Chuyển khoản",
        symbol: "FPT",
        values: [
          { name: "callNumber", before: 1, after: 1 },
          { name: "method", before: null, after: "telephone" },
          { name: "answer", before: null, after: "promised" },
          { name: "promised", before: null, after: 2_000_000 },
        ],
      },
    ]);
  });

  test("with a time after the year 9999 is a 400", async () => {
    const server = await planOperated();
    const json = { ...contact, promisedUntil: 253_402_300_800_000 };
    const { status, body } = await ask(server, "addContact", { json });
    expect([status, body["details"]]).toMatchObject([400, [{ field: "promisedUntil" }]]);
    for (const query of ["from=253402300800000", "until=253402300800000"])
      expect(await ask(server, "listAudit", { path: `${chain}?${query}` })).toMatchObject({ status: 400 });
  });

  test("with a note of two lines is a 400", async () => {
    const json = { ...contact, note: "paid\n9  forged" };
    const { status, body } = await ask(await planOperated(), "addContact", { json });
    expect([status, body["details"]]).toMatchObject([400, [{ field: "note" }]]);
  });

  test("without an open call is refused", async () => {
    const server = await planOperated();
    await ask(server, "setCover", { json: cover(2_000_000) });
    const answer = await ask(server, "addContact", { json: contact, headers: { "accept-language": "vi" } });
    expect(answer.body).toMatchObject({
      status: "failed",
      code: "no_open_call",
      message: "Không có gì thay đổi: vị thế FPT không bị gọi ký quỹ.",
      contact: null,
    });
  });
});

describe("cash", () => {
  test("moves once under its key, and its entry says why", async () => {
    const server = await planOperated();
    const sent = { json: deposit, headers: { "idempotency-key": "k".repeat(120) } };
    const first = await ask(server, "moveCash", sent);
    expect(first.body).toMatchObject({
      status: "success",
      totalEquity: 85_000_000,
      tradingPower: 25_000_000,
    });
    expect((await ask(server, "moveCash", sent)).body).toEqual(first.body);
    const [entry] = await entriesOf(server, "kind=cash");
    expect(entry).toMatchObject({
      actor: "desk-1",
      reason: "Receipt R-4411",
      requestId: first.body["movementId"],
    });
    expect(entry?.["values"]).toContainEqual({ name: "equity", before: 80_000_000, after: 85_000_000 });
    const other = await ask(server, "moveCash", { ...sent, json: { ...deposit, amount: 1 } });
    expect(other.body).toMatchObject({ error: "idempotency_key_reused" });
  });

  test("under one key acts once, also on accounts of two owners and in another operation", async () => {
    const server = await planOperated();
    const headers = { "idempotency-key": "k-1" };
    const other = { accountId: "888C000452", userId: "demo-2" };
    const places = [`accounts/${other.accountId}/cash`, `${account}/cash`];
    const both = await Promise.all(
      places.map((path) => ask(server, "moveCash", { path, json: deposit, headers })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)?.body).toMatchObject({
      error: "idempotency_key_reused",
    });
    const equities = await Promise.all([other, heldKey].map((key) => server.services.store.readAccount(key)));
    const sumVnd = equities.reduce((sum, found) => sum + (found?.account.equityVnd ?? 0n), 0n);
    expect(sumVnd).toBe(85_000_000n);
    const covered = await ask(server, "setCover", { json: cover(2_000_000), headers });
    expect(covered.body).toMatchObject({ error: "idempotency_key_reused" });
    const colleague = await ask(server, "moveCash", { userId: "desk-2", json: deposit, headers });
    expect(colleague.body).toMatchObject({ status: "success" });
  });

  test("that may not leave is refused with a code, and stays refused under its key", async () => {
    const server = await planOperated();
    const json = { kind: "withdrawal", amount: 18_000_001, reason: "asked for" };
    const sent = { json, headers: { "idempotency-key": "k-1" } };
    const refused = await ask(server, "moveCash", sent);
    expect(refused.body).toMatchObject({
      status: "failed",
      code: "needed_for_calls",
      movementId: null,
      totalEquity: 80_000_000,
    });
    await moveCash(server.services, { key: heldKey, kind: "deposit", amountVnd: 50_000_000n });
    expect((await ask(server, "moveCash", sent)).body).toEqual(refused.body);
  });

  test("of an account that is not there is a 404", async () => {
    const answer = await ask(await planOperated(), "moveCash", {
      path: "accounts/888C999999/cash",
      json: deposit,
    });
    expect(answer.status).toBe(404);
  });
});

describe("an audit chain", () => {
  test("is listed newest first, by pages that meet, and read by a viewer", async () => {
    const server = await planOperated();
    for (const amount of [1, 2, 3]) await ask(server, "setCover", { json: cover(amount) });
    const pages: unknown[] = [];
    for (let cursor: unknown = ""; cursor !== null; ) {
      const path = `${chain}?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { body } = await ask(server, "listAudit", { path, role: "viewer" });
      pages.push((body["entries"] as readonly Entry[]).map(({ place }) => place));
      cursor = body["nextCursor"];
    }
    expect(pages).toEqual([
      [6, 5],
      [4, 3],
      [2, 1],
    ]);
  });

  test("holds over covers, contacts and cash, and a changed entry is found", async () => {
    const server = await planOperated();
    await ask(server, "addContact", { json: contact });
    await ask(server, "setCover", { json: cover(2_000_000) });
    await ask(server, "moveCash", { json: deposit });
    const whole = await ask(server, "verifyAudit", { role: "viewer" });
    expect(whole.body).toEqual({
      chain: heldKey.accountId,
      isWhole: true,
      count: 7,
      place: null,
      problem: null,
    });
    const listed = await server.services.store.listAudits(heldKey, { limit: 9 });
    vi.spyOn(server.services.store, "listAudits").mockResolvedValue(listed.toSpliced(1, 1));
    const verdict = await ask(server, "verifyAudit");
    expect(verdict.body).toMatchObject({ isWhole: false, place: 2, problem: "The entry is missing." });
  });

  test.each(["prices", "rates", "catalog"])("%s is a chain without an account", async (name) => {
    const server = await planOperated();
    const listed = await ask(server, "listAudit", { path: `audits/${name}` });
    expect([listed.status, listed.body["chain"]]).toEqual([200, name]);
    const verdict = await ask(server, "verifyAudit", { path: `audits/${name}/verify` });
    expect(verdict.body).toMatchObject({ chain: name, isWhole: true });
  });

  test("of an account that is not there is a 404", async () => {
    const server = await planOperated();
    expect((await ask(server, "listAudit", { path: "audits/888C999999" })).status).toBe(404);
    expect((await ask(server, "verifyAudit", { path: "audits/888C999999/verify" })).status).toBe(404);
  });
});

test("no log has a reason, a note, an amount or an account", async () => {
  const server = await planOperated();
  await ask(server, "addContact", { json: contact });
  await ask(server, "setCover", { json: cover(2_000_000) });
  await ask(server, "moveCash", { json: deposit });
  const logged = JSON.stringify(server.logged);
  expect(logged).toContain("operator.setCover");
  for (const secret of ["R-4411", "Chuyển", "2000000", heldKey.accountId, "desk-1"]) {
    expect(logged).not.toContain(secret);
  }
});
