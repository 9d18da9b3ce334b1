import { type Asked, makeAsk, type Wire } from "./ask.ts";
import { BrokenClaim, type Claim, type Outcome } from "./claim.ts";
import { type Given, givenBy, type Need } from "./given.ts";
import { makeJudge } from "./judge.ts";
import type { Plan } from "./plan.ts";
import { hideTokensOf } from "./report.ts";

/** What a run takes: the way to the deployment, what it offers, and a clock. */
export type RunSettings = {
  readonly claims: readonly Claim[];
  readonly plan: Plan;
  readonly wire: Wire;
  readonly monotonicMs: () => number;
  readonly wait: (durationMs: number) => Promise<void>;
  /** Makes an id that no other run has made. */
  readonly makeId: () => string;
  /** Is told each outcome as soon as it is known. */
  readonly onOutcome?: (outcome: Outcome) => void;
};

/** Proves claims one after the other, each against a deployment as the one before has left it. */
export async function runClaims(settings: RunSettings): Promise<Outcome[]> {
  const { claims, plan, wire, monotonicMs, wait, makeId, onOutcome } = settings;
  const ask = makeAsk({ wire, judge: makeJudge({ isClosed: plan.house === true }), wait });
  const given = givenBy(plan, { makeKey: makeId, pause: wait });
  const hide = hideTokensOf(plan);
  const outcomes: Outcome[] = [];
  for (const claim of claims) {
    const missing = claim.needs.filter((need) => given[need] === undefined);
    const beganMs = monotonicMs();
    const verdict =
      missing.length > 0
        ? notAsked(missing)
        : hidden(await judge(claim, () => claim.prove(ask, given as Given)), hide);
    const outcome = { claim, ...verdict, durationMs: monotonicMs() - beganMs };
    outcomes.push(outcome);
    onOutcome?.(outcome);
  }
  return outcomes;
}

type Verdict =
  | { readonly verdict: "held" }
  | { readonly verdict: "broken"; readonly broken: BrokenClaim }
  | { readonly verdict: "not asked"; readonly missing: readonly Need[] };

function notAsked(missing: readonly Need[]): Verdict {
  return { verdict: "not asked", missing };
}

/** Whatever becomes of an outcome, the tokens of the plan are in it no more. */
function hidden(verdict: Verdict, hide: (text: string) => string): Verdict {
  if (verdict.verdict !== "broken") return verdict;
  const { asked, came, expected } = verdict.broken;
  return {
    verdict: "broken",
    broken: new BrokenClaim(asked && hideAsked(asked, hide), hide(came), hide(expected)),
  };
}

function hideAsked({ method, path, headers, body }: Asked, hide: (text: string) => string): Asked {
  return {
    method,
    path: hide(path),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
    body: typeof body === "string" ? hide(body) : body,
  };
}

async function judge(claim: Claim, prove: () => Promise<void>): Promise<Verdict> {
  try {
    await prove();
    return { verdict: "held" };
  } catch (failure) {
    if (failure instanceof BrokenClaim) return { verdict: "broken", broken: failure };
    const reason = failure instanceof Error ? failure.message : String(failure);
    const broken = new BrokenClaim(undefined, `"${reason}"`, `an answer that ${claim.id} can look at`);
    return { verdict: "broken", broken };
  }
}
