import type { UserNotification } from "@trading-oms/types";
import type { Answer } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import type { ClaimInputs, Need } from "../../../claim-inputs.ts";
import { expectAscending, expectSame, expectThat } from "../../../expect.ts";
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

/** Defines a claim of the newest 100, of which there are as many as the plan says. */
function newest<Needed extends Need = never>(
  id: string,
  {
    title,
    needs = [],
    check,
  }: {
    readonly title: string;
    readonly needs?: readonly Needed[];
    readonly check: (
      listed: readonly UserNotification[],
      answer: Answer,
      inputs: Pick<ClaimInputs, Needed | "user">,
    ) => void;
  },
): Claim {
  return claim<Needed | "user" | "notifications">(id, {
    title,
    needs: ["user", "notifications", ...needs],
    prove: async (ask, inputs) => {
      const { user, notifications } = inputs as Pick<ClaimInputs, "user" | "notifications">;
      const { answer, listed } = await listNewest(ask, user.token, notifications.countMin);
      check(listed, answer, inputs);
    },
  });
}

/** The members of each notification. */
export const rows: readonly Claim[] = [
  newest("notifications.newest-first", {
    title: "Notifications are listed newest first.",
    check: (listed, answer) => {
      const times = listed.map(({ created_at }) => created_at ?? 0);
      expectAscending(answer, "created_at from the last", times.toReversed());
    },
  }),
  newest("notifications.spellings-equal", {
    title: "Each field with two spellings is sent in both with equal values.",
    check: (listed, answer) => {
      for (const row of listed) {
        for (const [one, two] of spellings) {
          const areSent = row[one] !== undefined && row[two] !== undefined;
          expectThat(answer, areSent, `${one} and ${two} in each notification`);
          expectSame(answer, two, row[two], row[one]);
        }
      }
    },
  }),
  newest("notifications.ids-are-safe-and-unique", {
    title: "Ids are unique safe integers.",
    check: (listed, answer) => {
      const areSafe = listed.every(({ id }) => Number.isSafeInteger(id) && Number(id) > 0);
      expectThat(answer, areSafe, "safe integers as ids");
      for (const name of ["id", "message_id"] as const) {
        const ids = new Set(listed.map((row) => row[name]));
        expectSame(answer, `the number of each ${name}`, ids.size, listed.length);
      }
    },
  }),
  newest("notifications.rows-complete", {
    title: "Each notification has id, type, topic, data and read.",
    check: (listed, answer) => {
      for (const { type, topic, data, read, id } of listed) {
        const isWhole = [type, topic, data, read, id].every((value) => value !== undefined);
        expectThat(answer, isWhole, "id, type, topic, data and read in each notification");
      }
    },
  }),
  newest("notifications.times-are-milliseconds", {
    title: "Times are Unix milliseconds, and `updated_at` is not before `created_at`.",
    check: (listed, answer) => {
      for (const { created_at = 0, updated_at = 0 } of listed) {
        const isTime = Number.isInteger(created_at) && created_at > 1_000_000_000_000;
        const isInOrder = isTime && updated_at >= created_at;
        expectThat(answer, isInOrder, "whole milliseconds, updated_at not before created_at");
      }
    },
  }),
  newest("notifications.belong-to-one-user", {
    title: "Every notification belongs to the user of the token.",
    check: (listed, answer, { user: { token } }) => {
      expectSame(answer, "the number of users", new Set(listed.map(({ user_id }) => user_id)).size, 1);
      const subject = readSubject(token);
      // An opaque token has no readable subject.
      if (subject !== undefined) expectSame(answer, "user_id", listed[0]?.user_id, subject);
    },
  }),
  claim("notifications.isolated-between-users", {
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
  newest("notifications.topic-follows-the-account", {
    title: "`topic` is accounts/{accountId}/risk, or accounts/{accountId}/cash for cash.",
    check: (listed, answer) => {
      for (const row of listed) {
        const channel = isOfCash(row) ? "cash" : "risk";
        expectSame(answer, "topic", row.topic, `accounts/${row.account_id}/${channel}`);
      }
    },
  }),
  newest("notifications.data-names-the-account", {
    title: "`data.accountId` is the account of the notification.",
    check: (listed, answer) => {
      for (const { data, account_id } of listed)
        expectSame(answer, "data.accountId", data?.accountId, account_id);
    },
  }),
  newest("notifications.cash-has-an-amount", {
    title: "Deposits and withdrawals have a whole amount above 0 and no position.",
    needs: ["movedCash"],
    check: (listed, answer) => {
      expectThat(answer, listed.some(isOfCash), "a deposit or a withdrawal among the newest 100");
      for (const { data } of listed.filter(isOfCash)) {
        const { amount, position, symbol } = data ?? {};
        expectThat(answer, Number.isSafeInteger(amount) && Number(amount) > 0, "an amount above 0");
        expectThat(answer, position === undefined && symbol === undefined, "no position and no symbol");
      }
    },
  }),
  newest("notifications.calls-have-snapshots", {
    title: "Margin calls and force closes have a symbol, an amount, and snapshots of position and account.",
    needs: ["called"],
    check: (listed, answer, { called }) => {
      const calls = listed.filter((row) => !isOfCash(row)).map(({ data }) => data);
      const isThere = calls.some((data) => data?.symbol === called.symbol);
      expectThat(answer, isThere, `a margin call of ${called.symbol}`);
      for (const data of calls) {
        const isDue = typeof data?.symbol === "string" && Number.isSafeInteger(data.amount);
        expectThat(answer, isDue, "symbol and amount");
        const hasBoth = data?.position !== undefined && data.account !== undefined;
        expectThat(answer, hasBoth, "position and account");
      }
    },
  }),
  newest("notifications.call-has-amount-due", {
    title: "The amount of a margin call is the covered amount that ends it.",
    needs: ["called"],
    check: (listed, answer, { called }) => {
      const call = listed.find(({ type, data }) => type === "MarginCall" && data?.symbol === called.symbol);
      const what = `the amount of the margin call of ${called.symbol}`;
      expectSame(answer, what, call?.data?.amount, called.needed);
    },
  }),
];

function isOfCash({ type }: UserNotification): boolean {
  return type === "Deposit" || type === "Withdraw";
}
