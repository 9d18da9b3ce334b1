import type { Direction } from "./find-directions.ts";

/** What a change means to those who rely on the document. */
export type Weight = "breaking" | "compatible" | "words";

/** The weight of a change, and why it has it. */
export type Verdict = { readonly weight: Weight; readonly reason: string };

/** A change that a rule judges: both sides without their words, and who reads what stands there. */
export type Judged = {
  readonly before: unknown;
  readonly after: unknown;
  readonly directions: readonly Direction[];
  /** The object of the document of before that has the key, without its words. */
  readonly ownerBefore: unknown;
};

/** Judges the changes of one key. */
export type Rule = (change: Judged) => Verdict;
