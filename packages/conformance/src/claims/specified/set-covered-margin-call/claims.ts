import type { Claim } from "../../../claim.ts";
import { amounts } from "./amounts.ts";
import { bodies } from "./bodies.ts";
import { calledPositions } from "./cover.ts";
import { repetitions } from "./repetitions.ts";
import { unknownPositions } from "./unknown-positions.ts";

/** The claims of covers, in the order of a run. */
export const claims: readonly Claim[] = [
  ...amounts,
  ...bodies,
  ...repetitions,
  ...unknownPositions,
  ...calledPositions,
];
