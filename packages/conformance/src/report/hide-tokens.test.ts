import { expect, test } from "vitest";
import { hideTokens } from "./hide-tokens.ts";

test("tokens and images are taken out of whatever is reported", () => {
  const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl";
  expect(hideTokens(`Authorization: Bearer ${token}`)).toBe("Authorization: Bearer …");
  expect(hideTokens(`{"token":"${token}"}`)).toBe('{"token":"…"}');
  expect(hideTokens("Bearer an-opaque-token-of-another-kind")).toBe("Bearer …");
  expect(hideTokens(`{"frontImage":"${"A".repeat(300)}=="}`)).toBe('{"frontImage":"…"}');
});

test("a challenge and plain words are left as they are", () => {
  for (const text of ['Bearer realm="trading-oms"', "GET /api/v1/notifications?limit=0", "status 401"]) {
    expect(hideTokens(text)).toBe(text);
  }
});
