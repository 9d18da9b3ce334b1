import type { Photo } from "../image/photo.ts";
import { shrinkPhoto } from "../image/shrink-photo.ts";
import { findEdges } from "./find-edges.ts";
import { findQuads, type ScoredQuad } from "./find-quads.ts";
import type { Quad } from "./homography.ts";
import { refineQuad } from "./refine-quad.ts";

/** The longer side of the drawing in which sides of a card are looked for. */
const sideMax = 640;

/** Finds where a card may lie in a photograph, the likeliest first, to a fraction of a pixel. */
export function findCards(photo: Photo, countMax: number): ScoredQuad[] {
  const factor = Math.max(1, Math.ceil(Math.max(photo.width, photo.height) / sideMax));
  const quads = findQuads(findEdges(shrinkPhoto(photo, factor)), countMax);
  return quads.map(({ quad, ...rest }) => ({
    ...rest,
    quad: refineQuad(photo, enlarge(quad, factor), 2 * factor + 1),
  }));
}

function enlarge(quad: Quad, factor: number): Quad {
  const toPhoto = (at: number) => (at + 0.5) * factor - 0.5;
  return quad.map(({ x, y }) => ({ x: toPhoto(x), y: toPhoto(y) })) as unknown as Quad;
}
