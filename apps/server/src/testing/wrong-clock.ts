/** Preloaded into a server: puts its clock wrong by `WRONG_CLOCK_MS`, and by SIGUSR2 right or wrong again. */
const RealDate = Date;
const wrongMs = Number(process.env["WRONG_CLOCK_MS"]);
let isWrong = process.env["STARTS_RIGHT"] === undefined;
process.on("SIGUSR2", () => {
  isWrong = !isWrong;
});

function now(): number {
  return RealDate.now() + (isWrong ? wrongMs : 0);
}

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number]) {
    if (parts.length === 0) super(now());
    else super(...parts);
  }

  static override now(): number {
    return now();
  }
} as DateConstructor;
