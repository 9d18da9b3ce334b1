import type { UserNotification } from "@trading-oms/types";
import type { Answer, Ask } from "../../../ask.ts";
import { type Claim, claimsOf, headLikeGet } from "../../../claim.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { rowsOf } from "../../../fields.ts";
import { notificationsAddress } from "../../address.ts";

const claim = claimsOf("listNotifications");

const refused: readonly (readonly [field: "limit" | "offset", id: string, query: string])[] = [
  ["limit", "0", "limit=0"],
  ["limit", "101", "limit=101"],
  ["limit", "below-0", "limit=-1"],
  ["limit", "fraction", "limit=1.5"],
  ["limit", "whole-with-a-point", "limit=5.0"],
  ["limit", "exponent", "limit=1e1"],
  ["limit", "word", "limit=ten"],
  ["limit", "nothing", "limit="],
  ["limit", "space", "limit=%205"],
  ["limit", "sign", "limit=%2B5"],
  ["limit", "hexadecimal", "limit=0x5"],
  ["limit", "2-to-64", "limit=18446744073709551616"],
  ["limit", "repeated", "limit=5&limit=5"],
  ["offset", "below-0", "offset=-1"],
  ["offset", "fraction", "offset=1.5"],
  ["offset", "2-to-53", "offset=9007199254740992"],
  ["offset", "word", "offset=first"],
  ["offset", "nothing", "offset="],
  ["offset", "repeated", "offset=0&offset=1"],
];

/** Limit, offset and paging. */
export const pages: readonly Claim[] = [
  ...refused.map(([field, id, query]) =>
    claim(`notifications.${field}-${id}`, {
      title: `\`${query}\` is a 400 with a detail for ${field}, not clamped.`,
      query,
      refused: field,
    }),
  ),
  claim("notifications.all-issues-listed", {
    title: "A 400 has details for both limit and offset if both are invalid.",
    query: "limit=0&offset=-1",
    refused: ["limit", "offset"],
  }),
  claim("notifications.defaults", {
    title: "The limit defaults to 50 and the offset to 0, and both are echoed.",
    body: { limit: 50, offset: 0 },
    check: ({ notifications }, answer) =>
      expectThat(answer, rowsOf(notifications).length <= 50, "at most 50 notifications"),
  }),
  claim("notifications.echoes-applied-paging", {
    title: "`limit` and `offset` are echoed as they were sent, including at their bounds.",
    rows: [
      { query: "limit=1&offset=0", body: { limit: 1, offset: 0 } },
      { query: "limit=100&offset=1", body: { limit: 100, offset: 1 } },
      {
        query: "limit=7&offset=9007199254740991",
        body: { limit: 7, offset: Number.MAX_SAFE_INTEGER },
      },
      { query: "limit=2&offset=3", body: { limit: 2, offset: 3 } },
    ],
  }),
  claim("notifications.limit-respected", {
    title: "A page has as many notifications as its limit, if there are that many.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer: whole, listed: unasked } = await listPage(ask, token, "");
      const wanted = Math.min(50, countMin);
      expectThat(whole, unasked.length >= wanted, `${wanted} notifications without a limit`);
      for (const limit of [1, 2, 3, 49, 50, 51, 99, 100].filter((each) => each <= countMin)) {
        const { answer, listed } = await listPage(ask, token, `?limit=${limit}`);
        expectSame(answer, "the number of notifications", listed.length, limit);
      }
    },
  }),
  claim("notifications.offset-skips-from-the-newest", {
    title: "A page begins at its offset, counted from the newest.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      for (const offset of [1, 2, Math.floor(countMin / 2), countMin - 1])
        await proveOffset(ask, token, offset);
    },
  }),
  claim("notifications.paging-visits-each-once", {
    title: "Walking page by page finds every notification once.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      for (let tryCount = 1; ; tryCount += 1) {
        const { answer, ids, isStill } = await walkPages(ask, token, countMin);
        if (!isStill && tryCount < 5) continue;
        const met = new Set(ids);
        // Notifications that arrive during the walk move others to the next page, where they are found again.
        if (isStill) expectSame(answer, "the number of ids", met.size, ids.length);
        expectThat(answer, met.size >= countMin, `${countMin} notifications on all pages`);
        return;
      }
    },
  }),
  claim("notifications.past-the-end-is-empty", {
    title: "A page past the end is empty.",
    body: { notifications: [] },
    rows: [{ query: "offset=1000000000" }, { query: "offset=9007199254740991" }],
  }),
  claim("notifications.head-matches-get", { ...headLikeGet, query: "limit=1" }),
];

/** Repeats the comparison if a notification arrives during it, because it moves all others by one. */
async function proveOffset(ask: Ask, token: string, offset: number): Promise<void> {
  for (let tryCount = 1; ; tryCount += 1) {
    const before = await listPage(ask, token, `?limit=1&offset=${offset - 1}`);
    const { answer, listed } = await listPage(ask, token, `?limit=2&offset=${offset - 1}`);
    const page = await listPage(ask, token, `?limit=1&offset=${offset}`);
    const after = await listPage(ask, token, `?limit=1&offset=${offset - 1}`);
    const isStill = before.listed[0]?.id === after.listed[0]?.id;
    if (!isStill && tryCount < 5) continue;
    expectSame(page.answer, `the notification at offset ${offset}`, page.listed[0]?.id, listed[1]?.id);
    expectThat(answer, listed[0]?.id !== listed[1]?.id, "two different notifications");
    return;
  }
}

/** The ids on all pages, and whether the list stayed the same during the walk. */
type Walk = { readonly answer: Answer; readonly ids: readonly unknown[]; readonly isStill: boolean };

const limit = 37;
/** The number of pages to read beyond the expected ones, so that a walk over an endless list ends. */
const extraPagesMax = 100;

/** Reads page by page to the end, or to the first page without a new id. */
async function walkPages(ask: Ask, token: string, countMin: number): Promise<Walk> {
  const { listed: before } = await listPage(ask, token, "?limit=1");
  const pageCountMax = Math.ceil(countMin / limit) + extraPagesMax;
  const ids: unknown[] = [];
  for (let pageCount = 1; ; pageCount += 1) {
    const query = `?limit=${limit}&offset=${(pageCount - 1) * limit}`;
    const { answer, listed } = await listPage(ask, token, query);
    const met = new Set(ids);
    ids.push(...listed.map(({ id }) => id));
    const hasNew = listed.some(({ id }) => !met.has(id));
    if (hasNew && listed.length === limit && pageCount < pageCountMax) continue;
    const { listed: after } = await listPage(ask, token, "?limit=1");
    return { answer, ids, isStill: before[0]?.id === after[0]?.id };
  }
}

/** A page of notifications. Its schema is checked before. */
type NotificationList = { readonly answer: Answer; readonly listed: readonly UserNotification[] };

export async function listPage(ask: Ask, token: string, query: string): Promise<NotificationList> {
  const answer = await ask("GET", `${notificationsAddress}${query}`, { token });
  const { notifications } = expectOk(answer);
  return { answer, listed: notifications as UserNotification[] };
}

/** Lists the newest 100 and expects at least `countMin` of them. */
export async function listNewest(ask: Ask, token: string, countMin: number): Promise<NotificationList> {
  const page = await listPage(ask, token, "?limit=100");
  const wanted = Math.min(countMin, 100);
  expectThat(page.answer, page.listed.length >= wanted, `at least ${wanted} notifications`);
  return page;
}
