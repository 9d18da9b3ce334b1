import { expect, test } from "vitest";
import { BrokenClaim } from "./broken-claim.ts";
import type { Claim, Outcome } from "./claim.ts";
import { renderJunit } from "./report.ts";

const claim: Claim = {
  id: "ratio.a",
  title: "0 < 1 & more.",
  operation: "getMarginRatio",
  needs: ["user"],
  prove: () => Promise.resolve(),
};

test("a suite counts broken and skipped claims and escapes every text", () => {
  const asked = { method: "GET", path: "/x", headers: { Authorization: "Bearer secret" }, body: undefined };
  const outcomes: Outcome[] = [
    { claim, durationMs: 1_500, verdict: "held" },
    { claim, durationMs: 0, verdict: "broken", broken: new BrokenClaim(asked, '<b>\u0000"', "status 200") },
    { claim, durationMs: 0, verdict: "not asked", missing: ["user"] },
  ];
  expect(renderJunit([{ name: "http://a/?b&c", outcomes }]).split("\n")).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    '  <testsuite name="http://a/?b&amp;c" tests="3" failures="1" errors="0" skipped="1" time="1.500">',
    '    <testcase classname="http://a/?b&amp;c.getMarginRatio" name="ratio.a: 0 &lt; 1 &amp; more." time="1.500"/>',
    '    <testcase classname="http://a/?b&amp;c.getMarginRatio" name="ratio.a: 0 &lt; 1 &amp; more." time="0.000"><failure message="expected status 200">asked GET /x (Authorization: …)&#10;came &lt;b&gt;\ufffd&quot;&#10;expected status 200</failure></testcase>',
    '    <testcase classname="http://a/?b&amp;c.getMarginRatio" name="ratio.a: 0 &lt; 1 &amp; more." time="0.000"><skipped message="needs --token, or user.token of the plan"/></testcase>',
    "  </testsuite>",
    "</testsuites>",
    "",
  ]);
});

test("a deployment that failed is a suite with one error", () => {
  expect(
    renderJunit([{ name: "pair", outcomes: [], failure: 'no "bun"' }])
      .split("\n")
      .slice(2, 5),
  ).toEqual([
    '  <testsuite name="pair" tests="1" failures="0" errors="1" skipped="0" time="0.000">',
    '    <testcase classname="pair" name="it starts, answers and stops" time="0.000"><error message="no &quot;bun&quot;"/></testcase>',
    "  </testsuite>",
  ]);
});
