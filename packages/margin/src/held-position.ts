import type { PositionFigures } from "./figures-of-position.ts";
import type { Position } from "./position.ts";

/** A position with its figures at the mark that an account is judged by. */
export type HeldPosition = { readonly position: Position; readonly figures: PositionFigures };
