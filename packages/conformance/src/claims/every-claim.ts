import type { Claim } from "../claim.ts";
import { claimsByOperation } from "./claims.gen.ts";
import { frames } from "./every-operation/frames.ts";
import { methods } from "./every-operation/methods.ts";
import { origins } from "./every-operation/origins.ts";
import { precedence } from "./every-operation/precedence.ts";
import { roles } from "./every-operation/roles.ts";
import { tokens } from "./every-operation/tokens.ts";

/** All claims of the suite in the order of a run. Filter them to run some. */
export const everyClaim: readonly Claim[] = [
  ...Object.values(claimsByOperation).flat(),
  ...[...methods, ...origins, ...tokens, ...roles, ...precedence, ...frames],
];
