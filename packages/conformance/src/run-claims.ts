import { makeAsk, type Wire, type WireRequest } from "./ask.ts";
import { BrokenClaim } from "./broken-claim.ts";
import { makeAnswerCheck } from "./check-answer.ts";
import type { Claim, Outcome } from "./claim.ts";
import { type ClaimInputs, claimInputsOf } from "./claim-inputs.ts";
import type { Plan } from "./plan.ts";
import { makeTokenHider } from "./report.ts";

/** The settings of a run. The clock and ids are injected, so that the suite runs on any runtime. */
export type RunSettings = {
  /** The claims to ask, such as `everyClaim`. */
  readonly claims: readonly Claim[];
  /** The test data of the deployment. */
  readonly plan: Plan;
  /** The connection to the deployment, such as from `openWire`. */
  readonly wire: Wire;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number;
  /** Resolves after the time. */
  readonly wait: (durationMs: number) => Promise<void>;
  /** Makes a unique id, for Idempotency-Keys. */
  readonly makeId: () => string;
  /** Called with each outcome as soon as it is known. */
  readonly onOutcome?: (outcome: Outcome) => void;
};

/**
 * Asks claims one after the other, in order: a claim finds the deployment in the state that the previous ones left. Never
 * rejects because of the deployment; outcomes contain no token of the plan.
 *
 * @example
 * ```ts
 * import { randomUUID } from "node:crypto";
 * import { setTimeout as wait } from "node:timers/promises";
 * import { everyClaim, openWire, renderSummary, runClaims } from "@trading-oms/conformance";
 *
 * const outcomes = await runClaims({
 *   claims: everyClaim.filter(({ id }) => id.startsWith("search.")),
 *   plan: { symbol: "FPT" },
 *   wire: openWire(new URL("http://127.0.0.1:8787"), { timeoutMs: 20_000 }),
 *   monotonicMs: () => performance.now(),
 *   wait: (durationMs) => wait(durationMs),
 *   makeId: randomUUID,
 * });
 * console.log(renderSummary(outcomes));
 * ```
 */
export async function runClaims(settings: RunSettings): Promise<Outcome[]> {
  const { claims, plan, wire, monotonicMs, wait, makeId, onOutcome } = settings;
  const ask = makeAsk({ wire, checkAnswer: makeAnswerCheck({ isClosed: plan.house === true }), wait });
  const inputs = claimInputsOf(plan, { makeKey: makeId, pause: wait });
  const hide = makeTokenHider(plan);
  const outcomes: Outcome[] = [];
  for (const claim of claims) {
    const missing = claim.needs.filter((need) => inputs[need] === undefined);
    const beganMs = monotonicMs();
    const verdict =
      missing.length > 0
        ? ({ verdict: "not asked", missing } as const)
        : withoutTokens(await prove(claim, () => claim.prove(ask, inputs as ClaimInputs)), hide);
    const outcome = { claim, ...verdict, durationMs: monotonicMs() - beganMs };
    outcomes.push(outcome);
    onOutcome?.(outcome);
  }
  return outcomes;
}

type Verdict = { readonly verdict: "held" } | { readonly verdict: "broken"; readonly broken: BrokenClaim };

/** Removes the tokens of the plan from a verdict. */
function withoutTokens(verdict: Verdict, hide: (text: string) => string): Verdict {
  if (verdict.verdict !== "broken") return verdict;
  const { asked, came, expected } = verdict.broken;
  return {
    verdict: "broken",
    broken: new BrokenClaim(asked && hideAsked(asked, hide), hide(came), hide(expected)),
  };
}

function hideAsked(
  { method, path, headers, body }: WireRequest,
  hide: (text: string) => string,
): WireRequest {
  return {
    method,
    path: hide(path),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
    body: typeof body === "string" ? hide(body) : body,
  };
}

async function prove(claim: Claim, run: () => Promise<void>): Promise<Verdict> {
  try {
    await run();
    return { verdict: "held" };
  } catch (failure) {
    if (failure instanceof BrokenClaim) return { verdict: "broken", broken: failure };
    const reason = failure instanceof Error ? failure.message : String(failure);
    const broken = new BrokenClaim(undefined, `"${reason}"`, `an answer that ${claim.id} can check`);
    return { verdict: "broken", broken };
  }
}
