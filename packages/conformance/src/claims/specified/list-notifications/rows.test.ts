import { expect, test } from "vitest";
import { runClaims } from "../../../run-claims.ts";
import { planAnswer } from "../../../testing/plan-answer.ts";
import { rows } from "./rows.ts";

const token = `x.${Buffer.from(JSON.stringify({ sub: "an" })).toString("base64url")}.y`;

/** Runs all claims about rows against one page, and returns the ids of those that hold. */
async function holding(notifications: readonly object[]) {
  const body = { notifications, limit: 100, offset: 0 };
  const called = { accountId: "A", symbol: "FPT", needed: 1 };
  const outcomes = await runClaims({
    claims: rows,
    plan: { user: { token, notificationCount: 3, movedCash: true, called }, otherUser: { token: "t" } },
    wire: (asked) => Promise.resolve({ ...planAnswer({ path: asked.path, body }), asked }),
    monotonicMs: () => 0,
    makeId: () => "id",
    wait: () => Promise.resolve(),
  });
  expect(outcomes.length).toBe(rows.length);
  return outcomes.filter(({ verdict }) => verdict === "held").map(({ claim }) => claim.id);
}

test("no claim about rows holds on an empty page", async () => {
  expect(await holding([])).toEqual([]);
});

test("rows must belong to the subject of the token", async () => {
  const pageOf = (user_id: string) => [1, 2, 3].map((id) => ({ id, user_id }));
  expect(await holding(pageOf("an"))).toContain("notifications.belong-to-one-user");
  expect(await holding(pageOf("binh"))).not.toContain("notifications.belong-to-one-user");
});
