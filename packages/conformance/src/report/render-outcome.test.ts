import { expect, test } from "vitest";
import { BrokenClaim } from "../broken-claim.ts";
import type { Claim } from "../claim.ts";
import { renderOutcome } from "./render-outcome.ts";

const claim: Claim = {
  id: "ratio.a",
  title: "Nothing at all is claimed.",
  operation: "getMarginRatio",
  needs: [],
  prove: () => Promise.resolve(),
};

test("what came is shown in its line, and a terminal obeys none of it", () => {
  const asked = { method: "GET", path: "/\u0007", headers: {}, body: undefined };
  const broken = new BrokenClaim(asked, "200 \u001b[2J\nBREAKS \u202e", "status \u009b404");
  expect(renderOutcome({ claim, durationMs: 0, verdict: "broken", broken }).split("\n")).toEqual([
    "BREAKS     ratio.a: Nothing at all is claimed.",
    "           asked     GET /\ufffd",
    "           came      200 \ufffd[2J\ufffdBREAKS \ufffd",
    "           expected  status \ufffd404",
  ]);
});
