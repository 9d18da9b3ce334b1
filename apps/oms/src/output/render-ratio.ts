const oneMillionths = 1_000_000n;

/** Writes a ratio, which is kept in millionths, as people do: 0.375. */
export function renderRatio(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths;
  const fraction = `${size % oneMillionths}`.padStart(6, "0").replace(/0+$/, "");
  return `${millionths < 0n ? "-" : ""}${size / oneMillionths}${fraction === "" ? "" : `.${fraction}`}`;
}
