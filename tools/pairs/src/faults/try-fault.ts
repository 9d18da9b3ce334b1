import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Claim, type Outcome, openWire, type Plan, runClaims } from "@trading-oms/conformance";

/** Asks claims over a passage, on which a fault may be planted. */
export function tryFault(url: string, claims: readonly Claim[], plan: Plan): Promise<readonly Outcome[]> {
  return runClaims({
    claims,
    plan,
    wire: openWire(new URL(url), { timeoutMs: 30_000 }),
    monotonicMs: () => performance.now(),
    wait: (durationMs) => wait(durationMs),
    makeId: randomUUID,
  });
}
