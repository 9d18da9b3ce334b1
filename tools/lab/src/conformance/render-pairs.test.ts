import { BrokenClaim, everyClaim, type Outcome } from "@trading-oms/conformance";
import { expect, test } from "vitest";
import type { ComparableAnswer, JudgedPair } from "./render-pairs.ts";
import { listFailing, renderPairs } from "./render-pairs.ts";

const claims = everyClaim.slice(0, 2);
const broken = new BrokenClaim(undefined, "401", "status 200");

function planPair(name: string, ...verdicts: readonly Outcome["verdict"][]): JudgedPair {
  const outcomes = claims.map((claim, index): Outcome => {
    const verdict = verdicts[index] ?? "held";
    if (verdict === "broken") return { claim, durationMs: 1, verdict, broken };
    return verdict === "held"
      ? { claim, durationMs: 1, verdict }
      : { claim, durationMs: 1, verdict, missing: [] };
  });
  return { name, outcomes, answers: new Map() };
}

const answered: ComparableAnswer = {
  asked: "GET /a",
  status: 404,
  contentType: "application/json",
  headers: ["content-type", "x-request-id"],
  body: '{"title":"no"}',
};

/** The same pair with one answer to the first claim. */
function withAnswer(pair: JudgedPair, answer: ComparableAnswer): JudgedPair {
  return { ...pair, answers: new Map([[claims[0]?.id ?? "", [answer]]]) } as JudgedPair;
}

test("only counts claims that hold on all pairs", () => {
  const pairs = [planPair("one"), planPair("two")];
  expect(listFailing(pairs)).toEqual([]);
  expect(renderPairs(pairs, "operations").split("\n")).toEqual([
    "                                  one          two",
    "searchSymbols                  2 of 2       2 of 2",
    "all                            2 of 2       2 of 2",
  ]);
});

test("lists claims that break or are skipped on one pair only, with each result", () => {
  const pairs = [planPair("one", "broken"), planPair("two", "held", "not asked")];
  expect(listFailing(pairs)).toEqual(claims.map(({ id }) => id));
  const table = renderPairs(pairs, "operations");
  expect(table).toMatch(new RegExp(`${claims[0]?.id} +BREAKS +holds`));
  expect(table).toMatch(new RegExp(`${claims[1]?.id} +holds +not asked`));
});

test("does not list claims that no pair can answer, and shows a pair that failed to start", () => {
  const pairs: JudgedPair[] = [planPair("one", "not asked"), { name: "two", failure: "no room" }];
  expect(listFailing(pairs)).toEqual([]);
  expect(renderPairs(pairs, "operations")).toContain("not started");
});

test.each([
  [{ status: 400 }, "status 400 instead of 404"],
  [{ contentType: "text/plain" }, "content-type text/plain instead of application/json"],
  [{ headers: [...answered.headers, "server"] }, "additional header server"],
  [{ headers: ["content-type"] }, "no header x-request-id"],
  [{ body: "no" }, 'body no instead of {"title":"no"}'],
])("lists a claim that holds on both pairs with different answers: %o", (other, words) => {
  const one = withAnswer(planPair("one"), answered);
  const two = withAnswer(planPair("two"), { ...answered, ...other });
  expect(listFailing([one, withAnswer(planPair("two"), answered)])).toEqual([]);
  expect(listFailing([one, two])).toEqual([claims[0]?.id]);
  expect(renderPairs([one, two], "operations")).toContain(
    `two differs in ${claims[0]?.id}: GET /a: ${words}`,
  );
});

test("leaves the desk's claims out on Workers, and out of the comparison", () => {
  const deskClaim = everyClaim.find(({ needs }) => needs.includes("viewer"));
  if (deskClaim === undefined) throw new Error("The desk has no claims.");
  const server = planPair("node-sqlite");
  if (!("outcomes" in server)) throw new Error("The pair has no outcomes.");
  const held = { claim: deskClaim, durationMs: 1, verdict: "held" } as const;
  const withDesk: JudgedPair = { ...server, outcomes: [...server.outcomes, held] };
  expect(listFailing([withDesk, planPair("workerd-d1")])).toEqual([]);
  expect(listFailing([withDesk, planPair("bun-sqlite")])).toEqual([deskClaim.id]);
  expect(renderPairs([withDesk, planPair("workerd-d1")], "operations")).toContain("0 of 0");
});
