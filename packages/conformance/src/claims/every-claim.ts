import type { Claim } from "../claim.ts";
import { amounts } from "./cover/amounts.ts";
import { bodies } from "./cover/bodies.ts";
import { calledPositions } from "./cover/cover.ts";
import { repetitions } from "./cover/repetitions.ts";
import { unknownPositions } from "./cover/unknown-positions.ts";
import { frames } from "./every-operation/frames.ts";
import { methods } from "./every-operation/methods.ts";
import { origins } from "./every-operation/origins.ts";
import { precedence } from "./every-operation/precedence.ts";
import { tokens } from "./every-operation/tokens.ts";
import { figures } from "./margin-ratio/figures.ts";
import { unlisted } from "./margin-ratio/unlisted.ts";
import { pages } from "./notifications/pages.ts";
import { rows } from "./notifications/rows.ts";
import { readings } from "./parse-id-card/readings.ts";
import { refusedImages } from "./parse-id-card/refused-images.ts";
import { echoes } from "./search-symbols/echoes.ts";
import { envelope } from "./search-symbols/envelope.ts";
import { matches } from "./search-symbols/matches.ts";
import { tags } from "./search-symbols/tags.ts";
import { terms } from "./search-symbols/terms.ts";

/** All claims of the suite in the order of a run. Filter them to run some. */
export const everyClaim: readonly Claim[] = [
  ...[...envelope, ...echoes, ...tags, ...matches, ...terms],
  ...[...refusedImages, ...readings],
  ...[...amounts, ...bodies, ...repetitions, ...unknownPositions, ...calledPositions],
  ...[...figures, ...unlisted],
  ...[...pages, ...rows],
  ...[...methods, ...origins, ...tokens, ...precedence, ...frames],
];
