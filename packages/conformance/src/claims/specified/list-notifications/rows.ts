import type { UserNotification } from "@trading-oms/types";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import { readSubject } from "../../read-subject.ts";
import { listNewest, listPage } from "./pages.ts";

const claim = claimsOf("listNotifications");

const spellings = [
  ["user_id", "userId"],
  ["account_id", "accountId"],
  ["message_id", "messageID"],
  ["created_at", "createdAt"],
  ["updated_at", "updatedAt"],
] as const;

/** The members of each notification. */
export const rows: readonly Claim[] = [
  claim({
    id: "notifications.newest-first",
    title: "Notifications are listed newest first.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      const times = listed.map(({ created_at }) => created_at ?? 0);
      expectSame(
        answer,
        "created_at",
        times,
        times.toSorted((a, b) => b - a),
      );
    },
  }),
  claim({
    id: "notifications.spellings-equal",
    title: "Each field with two spellings is sent in both with equal values.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      for (const row of listed) {
        for (const [one, two] of spellings) {
          expectThat(
            answer,
            row[one] !== undefined && row[two] !== undefined,
            `${one} and ${two} in each notification`,
          );
          expectSame(answer, two, row[two], row[one]);
        }
      }
    },
  }),
  claim({
    id: "notifications.ids-are-safe-and-unique",
    title: "Ids are unique safe integers.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      expectThat(
        answer,
        listed.every(({ id }) => Number.isSafeInteger(id) && Number(id) > 0),
        "safe integers as ids",
      );
      expectSame(answer, "the number of ids", new Set(listed.map(({ id }) => id)).size, listed.length);
      expectSame(
        answer,
        "the number of message ids",
        new Set(listed.map((row) => row.message_id)).size,
        listed.length,
      );
    },
  }),
  claim({
    id: "notifications.rows-complete",
    title: "Each notification has id, type, topic, data and read.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      for (const { type, topic, data, read, id } of listed) {
        const isWhole = [type, topic, data, read, id].every((value) => value !== undefined);
        expectThat(answer, isWhole, "id, type, topic, data and read in each notification");
      }
    },
  }),
  claim({
    id: "notifications.times-are-milliseconds",
    title: "Times are Unix milliseconds, and `updated_at` is not before `created_at`.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      for (const { created_at = 0, updated_at = 0 } of listed) {
        const isTime = Number.isInteger(created_at) && created_at > 1_000_000_000_000;
        expectThat(
          answer,
          isTime && updated_at >= created_at,
          "whole milliseconds, updated_at not before created_at",
        );
      }
    },
  }),
  claim({
    id: "notifications.belong-to-one-user",
    title: "Every notification belongs to the user of the token.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      expectSame(answer, "the number of users", new Set(listed.map(({ user_id }) => user_id)).size, 1);
      const subject = readSubject(token);
      // An opaque token has no readable subject.
      if (subject !== undefined) expectSame(answer, "user_id", listed[0]?.user_id, subject);
    },
  }),
  claim({
    id: "notifications.isolated-between-users",
    title: "Two users share no notification and no account.",
    needs: ["user", "otherUser", "notifications"],
    prove: async (ask, { user, otherUser, notifications: { countMin } }) => {
      const ours = await listNewest(ask, user.token, countMin);
      const theirs = await listPage(ask, otherUser.token, "?limit=100");
      for (const name of ["id", "message_id", "user_id", "account_id"] as const) {
        const own = new Set<unknown>(ours.listed.map((row) => row[name]));
        const shared = theirs.listed.find((row) => own.has(row[name]));
        expectThat(theirs.answer, shared === undefined, `no ${name} that the first user has too`);
      }
    },
  }),
  claim({
    id: "notifications.topic-follows-the-account",
    title: "`topic` is accounts/{accountId}/risk, or accounts/{accountId}/cash for cash.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      for (const row of listed) {
        const channel = isOfCash(row) ? "cash" : "risk";
        expectSame(answer, "topic", row.topic, `accounts/${row.account_id}/${channel}`);
      }
    },
  }),
  claim({
    id: "notifications.data-names-the-account",
    title: "`data.accountId` is the account of the notification.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      for (const { data, account_id } of listed)
        expectSame(answer, "data.accountId", data?.accountId, account_id);
    },
  }),
  claim({
    id: "notifications.cash-has-an-amount",
    title: "Deposits and withdrawals have a whole amount above 0 and no position.",
    needs: ["user", "notifications", "movedCash"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      expectThat(answer, listed.some(isOfCash), "a deposit or a withdrawal among the newest 100");
      for (const { data } of listed.filter(isOfCash)) {
        expectThat(
          answer,
          Number.isSafeInteger(data?.amount) && Number(data?.amount) > 0,
          "an amount above 0",
        );
        expectThat(
          answer,
          data?.position === undefined && data?.symbol === undefined,
          "no position and no symbol",
        );
      }
    },
  }),
  claim({
    id: "notifications.calls-have-snapshots",
    title: "Margin calls and force closes have a symbol, an amount, and snapshots of position and account.",
    needs: ["user", "notifications", "called"],
    prove: async (ask, { user: { token }, notifications: { countMin }, called }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      const calls = listed.filter((row) => !isOfCash(row));
      expectThat(
        answer,
        calls.some(({ data }) => data?.symbol === called.symbol),
        `a margin call of ${called.symbol}`,
      );
      for (const { data } of calls) {
        expectThat(
          answer,
          typeof data?.symbol === "string" && Number.isSafeInteger(data.amount),
          "symbol and amount",
        );
        expectThat(
          answer,
          data?.position !== undefined && data.account !== undefined,
          "position and account",
        );
      }
    },
  }),
  claim({
    id: "notifications.call-has-amount-due",
    title: "The amount of a margin call is the covered amount that ends it.",
    needs: ["user", "notifications", "called"],
    prove: async (ask, { user: { token }, notifications: { countMin }, called }) => {
      const { answer, listed } = await listNewest(ask, token, countMin);
      const call = listed.find(({ type, data }) => type === "MarginCall" && data?.symbol === called.symbol);
      expectSame(
        answer,
        `the amount of the margin call of ${called.symbol}`,
        call?.data?.amount,
        called.needed,
      );
    },
  }),
];

function isOfCash({ type }: UserNotification): boolean {
  return type === "Deposit" || type === "Withdraw";
}
