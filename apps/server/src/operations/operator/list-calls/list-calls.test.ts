/** The list of open calls as the operation answers it: page, table, tag and refusals. */
import { addContact, moveCash, openAccount, setPosition } from "@trading-oms/brokerage";
import { expect, test } from "vitest";
import { checkAnswer } from "../../../testing/check-answer.ts";
import { planDesk } from "../../../testing/plan-desk.ts";
import { heldKey } from "../../../testing/plan-held.ts";

const evening = Date.parse("2026-11-16T20:00:00+07:00");

const call = {
  accountId: "888C000017",
  userId: "demo",
  symbol: "FPT",
  group: "STO",
  quantity: 1_000,
  state: "called",
  openedAt: evening,
  dueAt: Date.parse("2026-11-18T17:00:00+07:00"),
  due: "later",
  dealRatio: 0.38125,
  marginRatio: 0.5,
  marginCallRate: 0.4,
  forceCloseRate: 0.3,
  covered: 500_000,
  needed: 2_000_000,
  outstanding: 1_500_000,
  price: 80_000,
  priceTime: evening,
  lastContact: null,
};

test("200: lists a call with its figures, totals and counts", async () => {
  const { ask } = await planDesk();
  const { body, headers } = await checkAnswer("operator.listCalls", await ask("calls"));
  expect(body).toEqual({
    total: 1,
    outstanding: 1_500_000,
    needed: 2_000_000,
    counts: { all: 1, overdue: 0, dueToday: 0, forceClose: 0, recovered: 0, withoutContact: 1 },
    calls: [call],
  });
  expect(headers.get("cache-control")).toBe("private, no-store");
});

test("200: shows the last contact", async () => {
  const { ask } = await planDesk({}, { hasContact: true });
  const { body } = await checkAnswer("operator.listCalls", await ask("calls?contact=some"));
  expect(body).toMatchObject({
    calls: [
      {
        lastContact: {
          time: evening,
          by: "lan",
          method: "telephone",
          answer: "promised",
          promisedAmount: 2_000_000,
          promisedUntil: evening + 3_600_000,
          note: "Pays in tomorrow",
        },
      },
    ],
  });
});

test("200: filters", async () => {
  const { ask } = await planDesk();
  for (const [query, total] of [
    ["state=called&due=later&contact=none&symbol=FPT&group=STO&user=demo&order=ratio", 1],
    ["state=forceClose", 0],
    ["due=overdue", 0],
    ["contact=some", 0],
    ["symbol=VNM", 0],
    ["group=DVX", 0],
    ["user=demo-2", 0],
  ] as const) {
    const { body } = await checkAnswer("operator.listCalls", await ask(`calls?${query}`));
    expect([query, body]).toEqual([
      query,
      expect.objectContaining({ total, counts: expect.objectContaining({ all: 1 }) }),
    ]);
  }
});

test("200: with Accept: text/csv, sends all calls as a table that no spreadsheet takes for formulas", async () => {
  const { ask, services, turn } = await planDesk();
  const odd = { userId: '=1+1,"x"', accountId: "ODD" };
  await openAccount(services, odd);
  await moveCash(services, { key: odd, kind: "deposit", amountVnd: 80_000_000n });
  await setPosition(services, { ...odd, symbol: "FPT" }, { quantity: 1_000n, price: 100_000_000n });
  await turn();
  await addContact(services, {
    ...{ ...odd, symbol: "FPT", actor: { kind: "operator", name: "lan" }, requestId: "3" },
    contact: {
      method: "telephone",
      answer: "promised",
      note: '=HYPERLINK("x");=2',
      promisedVnd: 1_500_000n,
    },
  });
  await turn();
  const response = await ask("calls?order=account&limit=1&offset=1", { headers: { accept: "text/csv" } });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const { body } = await checkAnswer("operator.listCalls", response);
  const lines = String(body).split("\r\n");
  expect(lines).toEqual([
    "account,user,symbol,group,quantity,state,opened,due at,due,deal ratio,margin ratio,margin call rate,force close rate,covered VND,needed VND,outstanding VND,price,price time,last contact,contacted by,contact method,contact answer,promised VND,promised until,note",
    "888C000017,demo,FPT,STO,1000,called,2026-11-16 20:00:00,2026-11-18 17:00:00,later,0.38125,0.5,0.4,0.3,500000,2000000,1500000,80000,2026-11-16 20:00:00,,,,,,,",
    `ODD,"'=1+1,""x""",FPT,STO,1000,called,2026-11-16 20:00:00,2026-11-18 17:00:00,later,0.375,0.5,0.4,0.3,0,2000000,2000000,80000,2026-11-16 20:00:00,2026-11-16 20:00:00,lan,telephone,promised,1500000,,"'=HYPERLINK(""x"");'=2"`,
    "",
  ]);
  const vietnamese = { accept: "text/csv", "accept-language": "vi" };
  const bytes = new Uint8Array(await (await ask("calls", { headers: vietnamese })).arrayBuffer());
  // The byte order mark, which a text no longer has.
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toMatch(/^tài khoản,khách hàng,mã,/);
});

test("304: an unchanged page has no body, and any change of it another tag", async () => {
  const { ask, turn, services, clock } = await planDesk();
  const tagOf = async (path: string, headers = {}): Promise<string> =>
    (await ask(path, { headers })).headers.get("etag") ?? "";
  const tag = await tagOf("calls");
  const unchanged = await ask("calls", { headers: { "if-none-match": tag } });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
  await checkAnswer("operator.listCalls", await ask("calls", { headers: { "if-none-match": tag } }));
  expect(await tagOf("calls", { accept: "text/csv" })).not.toBe(tag);
  expect(await tagOf("calls?limit=99")).not.toBe(tag);
  // Time alone changes nothing until a day begins or calls become due.
  clock.nowMs += 3_600_000;
  await turn();
  expect(await tagOf("calls")).toBe(tag);
  clock.nowMs = Date.parse("2026-11-17T00:00:00+07:00");
  const nextDay = await tagOf("calls");
  expect(nextDay).not.toBe(tag);
  await moveCash(services, { key: heldKey, kind: "deposit", amountVnd: 1n });
  await turn();
  expect(await tagOf("calls")).not.toBe(nextDay);
});

test("400: a filter, order or page that does not exist", async () => {
  const { ask } = await planDesk();
  for (const query of [
    "state=closing",
    "due=soon",
    "order=price",
    "limit=501",
    "limit=0",
    "offset=-1",
    "group=FPT",
  ]) {
    const { status } = await checkAnswer("operator.listCalls", await ask(`calls?${query}`));
    expect([query, status]).toEqual([query, 400]);
  }
});

test("400: names what may be chosen", async () => {
  const { ask } = await planDesk();
  const { body } = await checkAnswer("operator.listCalls", await ask("calls?order=price"));
  const message = "has to be one of due, since, outstanding, ratio, account";
  expect(body).toMatchObject({ details: [{ field: "order", message }] });
});

test("503: until all accounts have been read", async () => {
  const { ask, turn } = await planDesk({}, { isLoading: true });
  for (const path of ["calls", "nearest", "accounts", "status"]) expect((await ask(path)).status).toBe(503);
  expect((await ask("shock", { json: { percents: [{ scope: "all", percent: 1 }] } })).status).toBe(503);
  await turn();
  expect((await ask("calls")).status).toBe(200);
});
