/** An element of a list as JSON in UTF-8, of whoever renews it in place. */
export type WrittenElement = {
  /** Another after each renewal. */
  readonly version: number;
  /** What is written now; it says something else once the element is renewed, and is not to be written to. */
  bytes(): Uint8Array;
};
