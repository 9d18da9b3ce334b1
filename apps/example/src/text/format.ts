/** Numbers and times as Vietnam writes them, in either language, and the amounts that people type. */

const timeZone = "Asia/Ho_Chi_Minh";
const locale = "vi-VN";

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const point = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 3 });
const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
const twoDigits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** With a true minus, which is as wide as a plus. */
function write(format: Intl.NumberFormat, value: number): string {
  return format.format(value).replace("-", "−");
}

/** A whole number or an amount in VND: 1.234.567. */
export function formatCount(value: number): string {
  return write(whole, value);
}

/** A sentence of the service with its amounts as this page writes them: 849,000 becomes 849.000. */
export function rewriteAmounts(sentence: string): string {
  return sentence.replaceAll(/\d{1,3}(?:,\d{3})+(?!\d)/g, (amount) => amount.replaceAll(",", "."));
}

/** The codes and aliases of index futures, whose prices are index points with a decimal; all others are whole VND. */
const futures = /^(41\w{7}|VN\d+F.*)$/;

/** A price of a symbol: 80.200 or 1.461,0. */
export function formatPrice(value: number, symbol: string): string {
  return write(futures.test(symbol) ? point : whole, value);
}

/** A change with its sign: +1.200. */
export function formatChange(value: number): string {
  return `${value > 0 ? "+" : ""}${write(decimal, value)}`;
}

/** A share in percent with two decimals: 37,66%. */
export function formatPercent(fraction: number): string {
  return `${write(twoDigits, fraction * 100)}%`;
}

/** The same rounded down, so that no ratio below a rate is shown as the rate itself. */
export function formatRatio(fraction: number): string {
  // Ratios have six decimals, which are exact in millionths.
  return formatPercent(Math.floor(Math.round(fraction * 1_000_000) / 100) / 10_000);
}

/** A rate in percent with the decimals that it has: 40%. */
export function formatRate(fraction: number): string {
  return `${write(decimal, Math.round(fraction * 1_000_000) / 10_000)}%`;
}

const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { timeZone, day: "2-digit", month: "2-digit", year: "numeric" });

/** 09:31. */
export function formatClock(atMs: number): string {
  return clock.format(atMs);
}

/** 26/11/2026 09:31. */
export function formatMoment(atMs: number): string {
  return `${day.format(atMs)} ${clock.format(atMs)}`;
}

/** Reads a whole amount with or without points between thousands; undefined for anything else. */
export function parseAmount(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^(\d{1,3}(\.\d{3})+|\d+)$/.test(text)) return undefined;
  const amount = Number(text.replaceAll(".", ""));
  return Number.isSafeInteger(amount) ? amount : undefined;
}
