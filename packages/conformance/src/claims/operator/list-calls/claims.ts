import type { Ask } from "../../../ask.ts";
import { type Claim, claimsOf, headLikeGet, refusing } from "../../../claim.ts";
import {
  expectAscending,
  expectHeader,
  expectOk,
  expectSame,
  expectStatus,
  expectTagged,
  expectThat,
} from "../../../expect.ts";
import { type Fields, fieldsOf, rowsOf } from "../../../fields.ts";
import { accountAddress } from "../../companion/addresses.ts";
import { deskAddress, readRows } from "../desk.ts";

const claim = claimsOf("operator.listCalls");
const address = `${deskAddress}/calls`;
const orders: Readonly<Record<string, (call: Fields) => number>> = {
  due: ({ dueAt }) => Number(dueAt ?? Number.MAX_SAFE_INTEGER),
  since: ({ openedAt }) => Number(openedAt),
  outstanding: ({ outstanding }) => -Number(outstanding),
  ratio: ({ dealRatio }) => Number(dealRatio),
};

/** The claims of the list of calls. */
export const claims: readonly Claim[] = [
  claim("calls.totals-are-over-all-pages", {
    title: "The pages hold each call once, and total, outstanding and needed are those of all pages.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, body, rows } = await readCalls(ask, token, "order=account&limit=500");
      const paged: Fields[] = [];
      for (let offset = 0; offset < Math.min(rows.length, 5); offset += 1) {
        const page = await readCalls(ask, token, `order=account&limit=1&offset=${offset}`);
        expectSame(page.answer, "total", page.body["total"], body["total"]);
        paged.push(...page.rows);
      }
      const namesOf = (calls: readonly Fields[]) => calls.map(({ accountId, symbol }) => [accountId, symbol]);
      expectSame(answer, "the first pages", namesOf(paged), namesOf(rows.slice(0, 5)));
      if (rows.length === 500) return;
      expectSame(answer, "total", body["total"], rows.length);
      for (const name of ["outstanding", "needed"]) {
        const sum = rows.reduce((before, call) => before + Number(call[name]), 0);
        expectSame(answer, name, body[name], sum);
      }
    },
  }),
  claim("calls.orders-are-kept", {
    title: "Each order of the list is kept.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      for (const [order, rankOf] of Object.entries(orders)) {
        const { answer, rows } = await readCalls(ask, token, `order=${order}`);
        expectAscending(answer, `the order by ${order}`, rows.map(rankOf));
      }
    },
  }),
  claim("calls.filters-leave-what-they-name", {
    title: "A filter leaves calls that match it alone, and `counts` as they are.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, body: all, rows } = await readCalls(ask, token, "limit=500");
      const counts = fieldsOf(all["counts"]);
      for (const [query, isLeft] of [
        ["state=forceClose", ({ state }: Fields) => state === "forceClose"],
        ["state=recovered", ({ state }: Fields) => state === "recovered"],
        ["due=overdue", ({ due }: Fields) => due === "overdue"],
        ["due=today", ({ due }: Fields) => due === "today"],
        ["contact=none", ({ lastContact, state }: Fields) => lastContact === null && state !== "recovered"],
        ["group=STO", ({ group }: Fields) => group === "STO"],
        ["symbol=FPT", ({ symbol }: Fields) => symbol === "FPT"],
      ] as const) {
        const found = await readCalls(ask, token, `${query}&limit=500`);
        const expected = rows.filter(isLeft).length;
        expectSame(found.answer, `the number of calls of ${query}`, found.rows.length, expected);
        expectThat(found.answer, found.rows.every(isLeft), `calls of ${query} alone`);
        expectSame(found.answer, "counts", found.body["counts"], all["counts"]);
      }
      const overdue = rows.filter(({ due }) => due === "overdue").length;
      if (rows.length < 500) expectSame(answer, "the overdue ones of `counts`", counts["overdue"], overdue);
    },
  }),
  claim("calls.recovered-needs-nothing", {
    title:
      "A call has recovered where its ratio is at the call rate or above, and then needs nothing and is not due.",
    query: "limit=500",
    check: ({ calls }, answer) => {
      for (const { accountId, state, dealRatio, marginCallRate, outstanding, dueAt } of rowsOf(calls)) {
        const has = Number(dealRatio) >= Number(marginCallRate);
        expectSame(answer, `recovered ${String(accountId)}`, state === "recovered", has);
        if (has) expectSame(answer, `what ${String(accountId)} needs`, [outstanding, dueAt], [0, null]);
      }
    },
  }),
  claim("calls.are-those-of-the-accounts", {
    title: "A call has the figures that the account of its owner has.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { answer, rows } = await readCalls(ask, token, "limit=10");
      for (const call of rows) {
        const account = await ask("GET", accountAddress(String(call["accountId"])), { token });
        const position = rowsOf(expectOk(account)["positions"]).find(
          ({ symbol }) => symbol === call["symbol"],
        );
        for (const [name, inAccount] of [
          ["state", "state"],
          ["openedAt", "calledSince"],
          ["covered", "covered"],
          ["needed", "amountNeeded"],
          ["outstanding", "outstanding"],
          ["dealRatio", "dealRatio"],
        ] as const) {
          expectSame(answer, `${name} of ${String(call["accountId"])}`, call[name], position?.[inAccount]);
        }
      }
    },
  }),
  claim("calls.unchanged-page-is-304", {
    title: "A page that has not changed is a 304 without a body, and its tag is not that of another query.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const tag = await expectTagged(ask, address, { token });
      const other = await ask("GET", `${address}?limit=1`, { token, headers: { "If-None-Match": tag } });
      expectStatus(other, 200);
    },
  }),
  claim("calls.come-as-a-table", {
    title: "With `Accept: text/csv` all calls come as a table, whatever the page.",
    needs: ["viewer"],
    prove: async (ask, { viewer: { token } }) => {
      const { rows } = await readCalls(ask, token, "limit=500");
      const headers = { Accept: "text/csv" };
      const answer = await ask("GET", `${address}?limit=1&offset=1`, { token, headers });
      expectStatus(answer, 200);
      expectHeader(answer, "Content-Type", /^text\/csv/);
      const lines = answer.text.split("\r\n").filter(Boolean);
      if (rows.length < 500) expectSame(answer, "the number of lines", lines.length, rows.length + 1);
    },
  }),
  claim("calls.parameters-are-checked", {
    title: "A filter, order or page that does not exist is a 400 that names it.",
    rows: refusing(
      "state=closing",
      "due=soon",
      "contact=maybe",
      "group=FPT",
      "order=price",
      "limit=501",
      "offset=-1",
    ),
  }),
  claim("calls.head-matches-get", headLikeGet),
];

function readCalls(ask: Ask, token: string, query: string): ReturnType<typeof readRows> {
  return readRows(ask, token, `${address}?${query}`, "calls");
}
