/** Numbers and times as Vietnam writes them, in either language, and the amounts that people type or paste. */

import { texts } from "./text.ts";

/** The exchanges' time zone. */
const timeZone = "Asia/Ho_Chi_Minh";
const locale = "vi-VN";

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 });
const point = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
// Rounded down, so that no ratio below a rate is shown as the rate itself.
const twoDigits = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const ratio = new Intl.NumberFormat(locale, { ...twoDigits, roundingMode: "floor" });
const nearest = new Intl.NumberFormat(locale, twoDigits);

/** A number with a true minus, which is as wide as a plus. */
function written(format: Intl.NumberFormat, value: number): string {
  return format.format(value).replace("-", "−");
}

/** A whole number: 1.234.567. */
export function formatCount(value: number): string {
  return written(whole, value);
}

/** A number with the decimals that it has. */
export function formatNumber(value: number): string {
  return written(exact, value);
}

/** A change, with its sign. */
export function formatSigned(value: number): string {
  return `${value > 0 ? "+" : ""}${written(decimal, value)}`;
}

/** A sentence of the service with its amounts as this page writes them: 849,000 becomes 849.000. */
export function rewriteAmounts(sentence: string): string {
  return sentence.replaceAll(/\d{1,3}(?:,\d{3})+(?!\d)/g, (amount) => amount.replaceAll(",", "."));
}

/** A price: whole VND, or index points with one decimal. */
export function formatPrice(value: number): string {
  return value < 10_000 && !Number.isInteger(value * 10) ? decimal.format(value) : priceOf(value);
}

function priceOf(value: number): string {
  return Number.isInteger(value) ? whole.format(value) : point.format(value);
}

/** A ratio in percent, rounded down: 37,66%. */
export function formatRatio(fraction: number): string {
  // Six decimals are exact in millionths, and a product of floats is not.
  return `${written(ratio, Math.round(fraction * 1_000_000) / 10_000)}%`;
}

/** A rate in percent with the decimals that it has: 40%. */
export function formatRate(fraction: number): string {
  return `${written(decimal, Math.round(fraction * 1_000_000) / 10_000)}%`;
}

/** A distance in percent, rounded to the nearest. */
export function formatPercent(fraction: number): string {
  return `${written(nearest, fraction * 100)}%`;
}

const parts = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hourCycle: "h23", ...options });
const minute = parts({ hour: "2-digit", minute: "2-digit" });
const second = parts({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = parts({ day: "2-digit", month: "2-digit" });
const year = parts({ day: "2-digit", month: "2-digit", year: "numeric" });

/** 09:31. */
export function formatMinute(atMs: number): string {
  return minute.format(atMs);
}

/** 09:31:07. */
export function formatSecond(atMs: number): string {
  return second.format(atMs);
}

/** The day of the week: Thu. */
export function formatWeekday(atMs: number): string {
  return texts.value.common.weekdays[new Date(atMs + utcOffsetMs).getUTCDay()] ?? "";
}

/** 26/11. */
export function formatDay(atMs: number): string {
  return day.format(atMs);
}

/** 26/11 09:31, and the year where it is long ago. */
export function formatMoment(atMs: number): string {
  const isFar = Math.abs(Date.now() - atMs) > 300 * 86_400_000;
  return `${(isFar ? year : day).format(atMs)} ${minute.format(atMs)}`;
}

/** 26/11/2026 09:31:07. */
export function formatFull(atMs: number): string {
  return `${year.format(atMs)} ${second.format(atMs)}`;
}

/** The time in that a local input takes and gives, in the exchanges' time zone: 2026-11-26T09:31. */
export function toLocalInput(atMs: number): string {
  return new Date(atMs + utcOffsetMs).toISOString().slice(0, 16);
}

/** Vietnam has had no daylight saving since 1975. */
export const utcOffsetMs = 7 * 3_600_000;

/** Reads a local input as the exchanges' time. */
export function fromLocalInput(value: string): number | undefined {
  const atMs = Date.parse(`${value}Z`) - utcOffsetMs;
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** A duration in its two largest units: 6 h 17, 3 min, 12 s. */
export function formatDuration(durationMs: number): string {
  const { units } = texts.value.common;
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  if (seconds < 60) return `${seconds} ${units.second}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} ${units.minute}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} ${units.hour} ${String(minutes % 60).padStart(2, "0")}`;
  return `${Math.floor(hours / 24)} ${units.day}`;
}

/** What may stand around a number: spaces of any width, but neither tab nor line break, and the currency. */
const noise = /^[ \p{Zs}\u200b-\u200f\u2060]+|(?:[ \p{Zs}\u200b-\u200f\u2060]|₫|đ|vnd)+$/giu;

type Written = { readonly whole: string; readonly separator: string; readonly decimals: string };

/**
 * Takes a number apart as people type it or paste it from a spreadsheet. Groups have three digits, one separator between them,
 * and the decimals another one. Undefined for what may mean two things, such as two cells of a spreadsheet.
 */
function takeApart(typed: string): Written | undefined {
  const text = typed.replaceAll(noise, "").replaceAll(/\p{Zs}/gu, " ");
  const match = /^(?:(\d{1,3})(?:([., ])\d{3})(?:\2\d{3})*|\d+)(?:([.,])(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, , separator = "", point = "", decimals = ""] = match;
  if (point !== "" && point === separator) return undefined;
  const digits = point === "" ? text : text.slice(0, -decimals.length - 1);
  return { whole: digits.replaceAll(/\D/g, ""), separator, decimals };
}

/**
 * Reads a whole amount: `1.880.000`, `1 880 000`, `1,880,000.00`, `1880000 ₫`. Undefined for what may mean two things.
 */
export function parseAmount(typed: string): number | undefined {
  const written = takeApart(typed);
  // Zeros after the other separator are the decimals that spreadsheets add.
  if (written === undefined || !/^0{0,2}$/.test(written.decimals)) return undefined;
  const amount = Number(written.whole);
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Reads a number with a comma or a point, such as a percentage; `−` is a minus too. */
export function parseDecimal(typed: string): number | undefined {
  const text = typed.trim().replace(/\s*%$/, "").replace("−", "-").replace(",", ".");
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Contracts, aliases and products of index futures, whose prices are points. */
const inPoints = /^(?:41I|VN\d+F)/;

/**
 * Reads a price of a symbol as the service's command line does: whole VND with `.`, `,`, `_` or spaces between groups of three, or
 * points with at most one decimal.
 */
export function parsePrice(symbol: string, typed: string): number | undefined {
  const text = typed.replaceAll(noise, "").replaceAll(/\p{Zs}/gu, " ");
  const match = /^([1-9]\d{0,2}(?:([., _])\d{3})(?:\2\d{3})*|\d+)(?:([.,])(\d))?$/.exec(text);
  if (match === null) return undefined;
  const [, digits = "", separator, point, decimal] = match;
  if (point !== undefined && (point === separator || !inPoints.test(symbol))) return undefined;
  const price = Number(`${digits.replaceAll(/\D/g, "")}.${decimal ?? 0}`);
  return price <= Number.MAX_SAFE_INTEGER ? price : undefined;
}
