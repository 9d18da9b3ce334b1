import { expect, test } from "vitest";
import { BrokenClaim } from "./broken-claim.ts";
import type { Claim } from "./claim.ts";
import { hideTokens, makeTokenHider, renderOutcome } from "./report.ts";

const claim: Claim = {
  id: "ratio.a",
  title: "Nothing at all is claimed.",
  operation: "getMarginRatio",
  needs: [],
  prove: () => Promise.resolve(),
};

test("an answer is shown in one line without control characters", () => {
  const asked = { method: "GET", path: "/\u0007", headers: {}, body: undefined };
  const broken = new BrokenClaim(asked, "200 \u001b[2J\nBREAKS \u202e", "status \u009b404");
  expect(renderOutcome({ claim, durationMs: 0, verdict: "broken", broken }).split("\n")).toEqual([
    "BREAKS     ratio.a: Nothing at all is claimed.",
    "           asked     GET /\ufffd",
    "           came      200 \ufffd[2J\ufffdBREAKS \ufffd",
    "           expected  status \ufffd404",
  ]);
});

test("a body of megabytes is truncated and its image removed", () => {
  const body = `{"note":1,"frontImage":"${"A".repeat(33_000_000)}`;
  const asked = { method: "POST", path: "/", headers: {}, body };
  const broken = new BrokenClaim(asked, "408", "status 400");
  expect(renderOutcome({ claim, durationMs: 0, verdict: "broken", broken })).toContain(
    'asked     POST / {"note":1,"frontImage":"…',
  );
});

const hide = makeTokenHider({
  user: { token: "opaque-1" },
  otherUser: { token: "first-part-of-a-token.second-part-of-a-token" },
  refusedTokens: { expired: "opaque-10" },
});

test("removes the tokens of a plan in any form", () => {
  expect(hide('{"token":"opaque-1","other":"opaque-10"}')).toBe('{"token":"…","other":"…"}');
  expect(hide("?access_token=first-part-of-a-token.second-part-of-a-token&x=1")).toBe("?access_token=…&x=1");
});

test("removes a part of a token and a truncated token", () => {
  expect(hide("eyJ.second-part-of-a-token.x")).toBe("eyJ.….x");
  expect(hide("it said first-part-of-a…")).toBe("it said …");
  expect(hide("it said nothing of them…")).toBe("it said nothing of them…");
});

test("removes bearer tokens, JWTs and images", () => {
  const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl";
  expect(hideTokens(`Authorization: Bearer ${token}`)).toBe("Authorization: Bearer …");
  expect(hideTokens(`{"token":"${token}"}`)).toBe('{"token":"…"}');
  expect(hideTokens("Bearer an-opaque-token-of-another-kind")).toBe("Bearer …");
  expect(hideTokens(`{"frontImage":"${"A".repeat(300)}=="}`)).toBe('{"frontImage":"…"}');
});

test("keeps challenges and other texts unchanged", () => {
  for (const text of ['Bearer realm="trading-oms"', "GET /api/v1/notifications?limit=0", "status 401"]) {
    expect(hideTokens(text)).toBe(text);
  }
});
