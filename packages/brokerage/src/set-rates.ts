import { judgeRates, type Rates } from "@trading-oms/margin";
import { productGroupOf } from "@trading-oms/market";
import { judgeNames } from "./judge-names.ts";
import type { RatesLevel } from "./ports/index.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Services } from "./services.ts";

const groups: readonly string[] = (["HOSE", "HNX", "UPCOM", "DERIVATIVES"] as const).map(productGroupOf);

/** What rates are set for, and the three of them, which are only set together. */
export type RatesSetting = { readonly level: RatesLevel; readonly name: string; readonly rates: Rates };

/** Sets the rates of a symbol, a product or a group; warnings tell what is allowed and seldom meant. */
export async function setRates(
  { store, now }: Services,
  { level, name, rates }: RatesSetting,
): Promise<{ readonly kind: "done"; readonly warnings: readonly string[] } | Refusal> {
  const refusal = judgeNames({ symbol: name });
  if (refusal !== undefined) return refusal;
  if (level === "group" && !groups.includes(name)) {
    return refuse("name-not-valid", `There is no group ${name}; write ${groups.join(", ")}.`);
  }
  const { faults, warnings } = judgeRates(rates);
  if (faults.length > 0) return refuse("rates-not-valid", faults.join(" "));
  await store.setRates({ level, name, ...rates, changedAtMs: now() });
  return { kind: "done", warnings };
}
