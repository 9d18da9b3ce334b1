/** The three ratios of a position, in millionths: 0.5 is `500_000n`. They are set together, because each limits the next. */
export type Rates = {
  readonly marginRatio: bigint;
  readonly marginCallRate: bigint;
  readonly forceCloseRate: bigint;
};

/** The ratio 1 in millionths. */
export const oneMillionths = 1_000_000n;

/** Faults and warnings, as sentences for the person who sets the rates. Rates with only warnings are accepted. */
export type RatesJudgement = { readonly faults: readonly string[]; readonly warnings: readonly string[] };

/** Validates three rates before they are set. All other figures rely on their order. */
export function checkRates(rates: Rates): RatesJudgement {
  const { marginRatio, marginCallRate, forceCloseRate } = rates;
  const faults = Object.entries({ marginRatio, marginCallRate, forceCloseRate })
    .filter(([, rate]) => rate < 0n || rate > oneMillionths)
    .map(([name, rate]) => `${name} is ${decimal(rate)}: give a ratio from 0 to 1.`);
  if (marginCallRate === oneMillionths) {
    faults.push(
      "marginCallRate is 1: give less than 1, because a long position could never leave its margin call.",
    );
  }
  if (marginCallRate > marginRatio) {
    faults.push(
      `marginCallRate ${decimal(marginCallRate)} is above marginRatio ${decimal(marginRatio)}: lower it.`,
    );
  }
  if (forceCloseRate > marginCallRate) {
    faults.push(
      `forceCloseRate ${decimal(forceCloseRate)} is above marginCallRate ${decimal(marginCallRate)}: lower it.`,
    );
  }
  const isWarned = faults.length === 0 && marginCallRate === marginRatio;
  const warning = `marginCallRate is marginRatio, ${decimal(marginRatio)}: the first loss is a margin call.`;
  return { faults, warnings: isWarned ? [warning] : [] };
}

/** Formats millionths as a decimal: 500,000 is 0.5. */
function decimal(millionths: bigint): string {
  const sign = millionths < 0n ? "-" : "";
  const size = millionths < 0n ? -millionths : millionths;
  const fraction = `${size % oneMillionths}`.padStart(6, "0").replace(/0+$/, "");
  return `${sign}${size / oneMillionths}${fraction === "" ? "" : `.${fraction}`}`;
}
