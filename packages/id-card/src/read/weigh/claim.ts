import type { FieldName, Source } from "../card-reading.ts";

/** What one part of a card says of a field. */
export interface Claim {
  readonly field: FieldName;
  readonly value: string;
  readonly source: Source;
  readonly confidence: number;
  /** Whether it can only contradict, such as a name without its accents. */
  readonly isWitness?: boolean;
}
