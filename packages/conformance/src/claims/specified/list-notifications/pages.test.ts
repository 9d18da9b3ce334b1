import { expect, test } from "vitest";
import { runClaims } from "../../../run-claims.ts";
import { planAnswer } from "../../../testing/plan-answer.ts";
import { pages } from "./pages.ts";

type Listing = (at: {
  readonly limit: number;
  readonly offset: number;
  readonly askedCount: number;
}) => number[];

/** Runs the claim about walking all pages against a fake list of ids. */
async function walk(list: Listing) {
  let askedCount = 0;
  const [outcome] = await runClaims({
    claims: pages.filter(({ id }) => id === "notifications.paging-visits-each-once"),
    plan: { user: { token: "t", notificationCount: 120 } },
    wire: (asked) => {
      askedCount += 1;
      const query = new URLSearchParams(asked.path.split("?")[1]);
      const [limit, offset] = [Number(query.get("limit")), Number(query.get("offset") ?? 0)];
      const notifications = list({ limit, offset, askedCount }).map((id) => ({ id }));
      const answer = planAnswer({ path: asked.path, body: { notifications, limit, offset } });
      return Promise.resolve({ ...answer, asked });
    },
    monotonicMs: () => 0,
    makeId: () => "id",
    wait: () => Promise.resolve(),
  });
  return { verdict: outcome?.verdict, askedCount };
}

const down = (from: number) => Array.from({ length: from }, (_, index) => from - index);

test("a walk over an unchanged list holds", async () => {
  const { verdict } = await walk(({ limit, offset }) => down(120).slice(offset, offset + limit));
  expect(verdict).toBe("held");
});

test("a walk ends and breaks if the offset is ignored", async () => {
  const { verdict, askedCount } = await walk(({ limit }) => down(120).slice(0, limit));
  expect(verdict).toBe("broken");
  expect(askedCount).toBeLessThan(10);
});

test("a walk is restarted, and holds, if notifications arrive during it", async () => {
  const once = await walk(({ limit, offset, askedCount }) =>
    down(askedCount > 3 ? 121 : 120).slice(offset, offset + limit),
  );
  expect(once.verdict).toBe("held");
  const always = await walk(({ limit, offset, askedCount }) =>
    down(120 + askedCount).slice(offset, offset + limit),
  );
  expect(always.verdict).toBe("held");
});

test("a walk over an endless list ends", async () => {
  const { askedCount } = await walk(({ limit, offset }) =>
    down(limit).map((each) => 1_000_000 - offset - limit + each),
  );
  expect(askedCount).toBeLessThan(200);
});
