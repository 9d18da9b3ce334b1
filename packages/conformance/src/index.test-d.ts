import { expectTypeOf, test } from "vitest";
import {
  type Claim,
  type ClaimInputs,
  everyClaim,
  type Need,
  type Outcome,
  type Plan,
  readPlan,
} from "./index.ts";

test("the suite is a list of claims", () => {
  expectTypeOf(everyClaim).toEqualTypeOf<readonly Claim[]>();
  expectTypeOf<Need>().toEqualTypeOf<keyof ClaimInputs>();
  expectTypeOf(readPlan).returns.toEqualTypeOf<
    { readonly plan: Plan } | { readonly faults: readonly string[] }
  >();
});

test("only a broken claim has a description of the answer", () => {
  expectTypeOf<Extract<Outcome, { verdict: "held" }>>().not.toHaveProperty("broken");
  expectTypeOf<Extract<Outcome, { verdict: "broken" }>>().toHaveProperty("broken");
});
