import { expectTypeOf, test } from "vitest";
import { type Claim, everyClaim, type Given, type Need, type Outcome, type Plan, readPlan } from "./index.ts";

test("The suite is a list of claims that anybody may ask", () => {
  expectTypeOf(everyClaim).toEqualTypeOf<readonly Claim[]>();
  expectTypeOf<Need>().toEqualTypeOf<keyof Given>();
  expectTypeOf(readPlan).returns.toEqualTypeOf<
    { readonly plan: Plan } | { readonly faults: readonly string[] }
  >();
});

test("Only a broken claim says what came", () => {
  expectTypeOf<Extract<Outcome, { verdict: "held" }>>().not.toHaveProperty("broken");
  expectTypeOf<Extract<Outcome, { verdict: "broken" }>>().toHaveProperty("broken");
});
