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

test("of a body of megabytes its beginning is shown, without the image in it", () => {
  const body = `{"note":1,"frontImage":"${"A".repeat(33_000_000)}`;
  const asked = { method: "POST", path: "/", headers: {}, body };
  const broken = new BrokenClaim(asked, "408", "status 400");
  expect(renderOutcome({ claim, durationMs: 0, verdict: "broken", broken })).toContain(
    'asked     POST / {"note":1,"frontImage":"…',
  );
});
