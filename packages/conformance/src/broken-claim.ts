import type { Asked } from "./answer.ts";

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
