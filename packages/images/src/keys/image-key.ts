/** A key that images are sealed under. It never meets an image itself: what does is derived from it. */
export type ImageKey = {
  /** Derived from the secret as well, so that no two keys share an id and none has a wrong one. */
  readonly id: string;
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly madeAtMs: number;
};

/** Keys from the oldest on; every one opens, and one of them seals. */
export type ImageKeys = readonly [ImageKey, ...ImageKey[]];

/** How many bytes a secret has, and how many are derived for one use. */
export const secretBytes = 32;

/** How long a key opens before it seals: the time to bring it to every machine that shows what others have sealed. */
export const sealsAfterMs = 600_000;

/** The key that seals now: the newest of those that every machine has by now, or the oldest where none is as old as that. */
export function sealingKeyOf(keys: ImageKeys, nowMs: number): ImageKey {
  return keys.findLast(({ madeAtMs }) => madeAtMs + sealsAfterMs <= nowMs) ?? keys[0];
}
