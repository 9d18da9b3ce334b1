import type { CardKind } from "./card-reading.ts";
import type { CardTools } from "./card-tools.ts";
import { type FoundSide, isCard } from "./find-side.ts";
import { isLegible, type Quad, straightenCard, turnQuad } from "./geometry/straighten.ts";
import { type GrayImage, sharpen } from "./image/image.ts";
import { parseQrText, type QrFields } from "./qr/parse-qr-text.ts";
import { codePlaces, rebuildQr } from "./qr/rebuild-qr.ts";
import type { SortedSides } from "./sides.ts";

/** If no QR code was found on either side, tries to restore a blurred one where it is printed: on the back first, then the front. */
export async function rescueCode(sides: SortedSides, tools: CardTools): Promise<SortedSides> {
  const { front, back } = sides;
  if (front?.qr !== undefined || back?.qr !== undefined) return sides;
  const onBack = await rescueOn(back, "2024", tools);
  if (onBack !== undefined) return { ...sides, back: onBack };
  const onFront = await rescueOn(front, "2021", tools);
  return onFront === undefined ? sides : { ...sides, front: onFront };
}

async function rescueOn(
  found: FoundSide | undefined,
  kind: CardKind,
  tools: CardTools,
): Promise<FoundSide | undefined> {
  if (found?.quad === undefined || !isLegible(found.quad)) return undefined;
  // A card found by the border of its picture alone is a scan, whose QR code is not blurred.
  if (!isCard(found)) return undefined;
  const quads = found.isTurnKnown ? [found.quad] : [found.quad, turnQuad(found.quad)];
  for (const quad of quads) {
    if (tools.isLate()) return undefined;
    const qr = await readCode(found, quad, kind, tools);
    if (qr !== undefined) return { ...found, qr, quad, isTurnKnown: true };
  }
  return undefined;
}

/** The corner that has the QR code on both kinds of cards. */
const cornerOfCode = { left: 0.66, top: 0, right: 1, bottom: 0.46 };

async function readCode(
  { photo }: FoundSide,
  quad: Quad,
  kind: CardKind,
  tools: CardTools,
): Promise<QrFields | undefined> {
  const corner = sharpen(straightenCard(photo, quad, 1_200, cornerOfCode), 2, 2);
  const sharpened = await decode(corner, tools);
  if (sharpened !== undefined) return sharpened;
  for (const drawn of rebuildQr(drawCorner(photo, quad), codePlaces[kind])) {
    const fields = await decode(drawn, tools);
    if (fields !== undefined) return fields;
  }
  return undefined;
}

/** The size of the card for sampling modules. Columns left of `left` are not drawn. */
const rebuilt = { width: 1_600, height: Math.round(1_600 / (85.6 / 53.98)), left: 1_040 };

function drawCorner(photo: GrayImage, quad: Quad): GrayImage {
  const { width, height, left } = rebuilt;
  const zone = { left: left / width, top: 0, right: 1, bottom: 0.5 };
  const corner = straightenCard(photo, quad, width, zone);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < corner.height; y += 1) {
    data.set(corner.data.subarray(y * corner.width, (y + 1) * corner.width), y * width + left);
  }
  return { width, height, data };
}

async function decode(image: GrayImage, tools: CardTools): Promise<QrFields | undefined> {
  for (const { text } of await tools.findQr(image)) {
    const fields = parseQrText(text);
    if (fields !== undefined) return fields;
  }
  return undefined;
}
