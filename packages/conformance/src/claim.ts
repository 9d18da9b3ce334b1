import type { Ask, Asked } from "./ask.ts";
import type { Given, Need } from "./given.ts";

/** That a claim does not hold: what was asked, what came, and what was expected in its place. */
export class BrokenClaim extends Error {
  override readonly name: string = "BrokenClaim";
  readonly asked: Asked | undefined;
  readonly came: string;
  readonly expected: string;

  constructor(asked: Asked | undefined, came: string, expected: string) {
    super(`expected ${expected}, and ${came} came`);
    this.asked = asked;
    this.came = came;
    this.expected = expected;
  }
}

/** What became of a claim; one that was not asked has proven nothing. */
export type Outcome = { readonly claim: Claim; readonly durationMs: number } & (
  | { readonly verdict: "held" }
  | { readonly verdict: "broken"; readonly broken: BrokenClaim }
  | { readonly verdict: "not asked"; readonly missing: readonly Need[] }
);

/** Where a claim belongs: one of the five operations, or all of them. */
export type ClaimSubject =
  | "searchSymbols"
  | "parseIdCard"
  | "setCoveredMarginCall"
  | "getMarginRatio"
  | "listNotifications"
  | "everyOperation";

/** Something that holds of every deployment that keeps the promise, and how to see it from outside. */
export type Claim = {
  /** Short and lasting, such as `search.etag-is-weak`. */
  readonly id: string;
  /** The claim as a sentence. */
  readonly title: string;
  readonly operation: ClaimSubject;
  /** What has to be offered for it to be asked. */
  readonly needs: readonly Need[];
  /** Asks, and throws where an answer breaks the claim. */
  prove(ask: Ask, given: Given): Promise<void>;
};

/** A claim as it is written down: it is handed what it needs and nothing else. */
type ClaimDraft<Needed extends Need> = Omit<Claim, "operation" | "needs" | "prove"> & {
  readonly needs?: readonly Needed[];
  readonly prove: (ask: Ask, given: Pick<Given, Needed>) => Promise<void>;
};

/** Makes claims of one operation; what a claim is handed follows from its needs. */
export function claimsOf(
  operation: ClaimSubject,
): <Needed extends Need = never>(draft: ClaimDraft<Needed>) => Claim {
  return ({ needs = [], ...draft }) => ({ ...draft, operation, needs });
}
