/** Measures of a straightened card at 200 dots an inch, at which a sign of its machine-readable lines is 20 wide. */
export const cardScale = {
  width: 674,
  height: 425,
  /** From one sign to the next: a tenth of an inch. */
  pitch: 20,
  /** From one line to the next: a sixth of an inch. */
  lineStep: 33.3,
  /** From the foot to the top of a digit. */
  glyphHeight: 21,
} as const;
