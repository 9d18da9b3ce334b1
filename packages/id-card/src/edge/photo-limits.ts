/** How large a photograph is kept: a card that fills half of one is still 1,000 pixels wide, and two fit an isolate. */
export const photoLimits = { sideMax: 2_400, pixelsMax: 4_500_000 } as const;

/** Whether a picture is no larger than a photograph may be. */
export function isPhotoSized(width: number, height: number): boolean {
  return Math.max(width, height) <= photoLimits.sideMax && width * height <= photoLimits.pixelsMax;
}
