import type { CardKind } from "./card-reading.ts";
import type { CardTools, FoundPrint } from "./card-tools.ts";
import { type FoundSide, isCard, isLikeCard } from "./find-side.ts";
import type { Quad } from "./geometry/homography.ts";
import { turnQuad } from "./geometry/straighten-card.ts";
import { numberValue } from "./print/field-value.ts";
import { readZone } from "./print/read-print.ts";
import { isMisreadOf } from "./weigh/is-misread-of.ts";

/** A front whose kind and turn are known, and the number that told them. */
export interface PlacedFront {
  readonly quad: Quad;
  readonly kind: CardKind;
  readonly number: FoundPrint;
}

/** A number that was read more surely is one, however the side was taken to lie. */
const numberConfidenceMin = 0.6;

/**
 * Finds out by the number, which is where no other print is, how a front without a legible code is turned and of which
 * kind it is. Most digits are digits upside down as well, so that a number may be read of a side that lies on its head.
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
  if (!found.isTurnKnown && !isLikeCard(found)) return undefined;
  const kinds: readonly CardKind[] = kindKnown === undefined ? ["2021", "2024"] : [kindKnown];
  const quads = found.isTurnKnown ? [quad] : [quad, turnQuad(quad)];
  let best: (PlacedFront & { readonly sureness: number }) | undefined;
  for (const each of quads) {
    for (const kind of kinds) {
      if (tools.isLate()) return best;
      const number = await readZone({ photo, quad: each, side: "front", kind }, "number", recognise);
      const digits = number.text.match(/\d/g)?.length ?? 0;
      const value = numberValue(number.text);
      const isNumber = value !== undefined && number.confidence > numberConfidenceMin;
      const isUpright =
        numberKnown === undefined
          ? isNumber && (quads.length === 1 || hasOneTurn(value))
          : value !== undefined && isMisreadOf(value, numberKnown);
      if (isUpright) return { quad: each, kind, number };
      // Noise has digits too, and a long text in the places of others.
      const isHopeful = isNumber || (isCard(found) && digits >= 6);
      const sureness = number.confidence + (isNumber ? 1 : 0);
      if (isHopeful && sureness > (best?.sureness ?? 0)) best = { quad: each, kind, number, sureness };
    }
  }
  return best;
}

/** Whether some digit of a number is none upside down. */
function hasOneTurn(number: string): boolean {
  return /[347]/.test(number);
}
