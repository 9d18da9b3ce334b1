import { expect, test } from "vitest";
import { hideTokensOf } from "./hide-tokens-of.ts";

const hide = hideTokensOf({
  user: { token: "opaque-1" },
  otherUser: { token: "first-part-of-a-token.second-part-of-a-token" },
  refusedTokens: { expired: "opaque-10" },
});

test("the tokens of a plan are taken out whatever they look like", () => {
  expect(hide('{"token":"opaque-1","other":"opaque-10"}')).toBe('{"token":"…","other":"…"}');
  expect(hide("?access_token=first-part-of-a-token.second-part-of-a-token&x=1")).toBe("?access_token=…&x=1");
});

test("a part of a token, and one that was cut off, are taken out as well", () => {
  expect(hide("eyJ.second-part-of-a-token.x")).toBe("eyJ.….x");
  expect(hide("it said first-part-of-a…")).toBe("it said …");
  expect(hide("it said nothing of them…")).toBe("it said nothing of them…");
});
