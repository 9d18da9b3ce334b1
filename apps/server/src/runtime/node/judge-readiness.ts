import type { Verifier } from "@trading-oms/access";
import type { Readiness } from "../../server-services.ts";

/** Tells at once what is there; a host of keys that is slow must not make whoever holds keys look away. */
export function judgeReadiness(
  verifier: Pick<Verifier, "warm" | "isReady">,
  others: { readonly store: boolean; readonly serving: boolean },
): Readiness {
  void verifier.warm();
  const checks = { store: others.store, keys: verifier.isReady(), serving: others.serving };
  return { isReady: Object.values(checks).every(Boolean), checks };
}
