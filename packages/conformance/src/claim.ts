import type { Ask, WireRequest } from "./ask.ts";
import type { ClaimInputs, Need } from "./claim-inputs.ts";
import type { OperationName } from "./documents.gen.ts";

/** Thrown when a claim does not hold. */
export class BrokenClaim extends Error {
  override readonly name: string = "BrokenClaim";
  /** The request; undefined if the claim failed before one. */
  readonly asked: WireRequest | undefined;
  /** A description of the answer. */
  readonly came: string;
  /** A description of the expected answer. */
  readonly expected: string;

  constructor(asked: WireRequest | undefined, came: string, expected: string) {
    super(`expected ${expected}, but ${came} came`);
    this.asked = asked;
    this.came = came;
    this.expected = expected;
  }
}

/** The result of a claim. `not asked` means that the plan lacks one of its needs, and proves nothing. */
export type Outcome = { readonly claim: Claim; readonly durationMs: number } & (
  | { readonly verdict: "held" }
  | { readonly verdict: "broken"; readonly broken: BrokenClaim }
  | { readonly verdict: "not asked"; readonly missing: readonly Need[] }
);

/** The operation that a claim is about, or `everyOperation`. */
export type ClaimSubject = OperationName | "everyOperation";

/** A statement about every conforming deployment, with the requests that check it. */
export type Claim = {
  /** A short id that does not change between versions, such as `search.etag-is-weak`. */
  readonly id: string;
  /** The statement as a sentence. */
  readonly title: string;
  /** The operation that it is about. */
  readonly operation: ClaimSubject;
  /** The inputs that it requires. Without them it is not asked. */
  readonly needs: readonly Need[];
  /** Sends the requests. Rejects with a {@link BrokenClaim} if the statement does not hold. */
  prove(ask: Ask, inputs: ClaimInputs): Promise<void>;
};

/** A claim whose `prove` receives only the inputs that it needs. */
type ClaimDraft<Needed extends Need> = Omit<Claim, "operation" | "needs" | "prove"> & {
  readonly needs?: readonly Needed[];
  readonly prove: (ask: Ask, inputs: Pick<ClaimInputs, Needed>) => Promise<void>;
};

/** Returns a function that defines claims of one operation. The type of the inputs follows from the needs. */
export function claimsOf(
  operation: ClaimSubject,
): <Needed extends Need = never>(draft: ClaimDraft<Needed>) => Claim {
  return ({ needs = [], ...draft }) => ({ ...draft, operation, needs });
}
