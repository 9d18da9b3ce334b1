import type { CardKind } from "./card-reading.ts";
import type { CardTools, FoundPrint } from "./card-tools.ts";
import type { FoundSide } from "./find-side.ts";
import type { Quad } from "./geometry/homography.ts";
import { turnQuad } from "./geometry/straighten-card.ts";
import { numberValue } from "./print/field-value.ts";
import { readZone } from "./print/read-print.ts";

/** A front whose kind and turn are known, and the number that told them. */
export interface PlacedFront {
  readonly quad: Quad;
  readonly kind: CardKind;
  readonly number: FoundPrint;
}

/**
 * Finds out by the number, which is where no other print is, how a front without a legible code is turned and of which
 * kind it is.
 */
export async function placeFront(
  found: FoundSide,
  kindKnown: CardKind | undefined,
  numberKnown: string | undefined,
  tools: CardTools,
): Promise<PlacedFront | undefined> {
  const { recognise } = tools;
  const { photo, quad } = found;
  if (recognise === undefined || quad === undefined) return undefined;
  const kinds: readonly CardKind[] = kindKnown === undefined ? ["2021", "2024"] : [kindKnown];
  const quads = found.isTurnKnown ? [quad] : [quad, turnQuad(quad)];
  let best: (PlacedFront & { readonly confidence: number }) | undefined;
  for (const each of quads) {
    for (const kind of kinds) {
      if (tools.isLate()) return best;
      const number = await readZone({ photo, quad: each, side: "front", kind }, "number", recognise);
      const digits = number.text.match(/\d/g)?.length ?? 0;
      const value = numberValue(number.text);
      const isSure = value !== undefined && (value === numberKnown || number.confidence > 0.6);
      if (isSure) return { quad: each, kind, number };
      if (digits >= 6 && number.confidence > (best?.confidence ?? 0)) {
        best = { quad: each, kind, number, confidence: number.confidence };
      }
    }
  }
  return best;
}
