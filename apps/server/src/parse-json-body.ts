import type { Failure } from "./failure.ts";
import { findDoubledMember } from "./find-doubled-member.ts";

/** A body as a value, or why it is none. */
export type BodyRead = { readonly value: unknown } | { readonly failure: Failure };

/** Reads bytes as JSON in UTF-8, of which no member stands twice and no number says more than it holds. */
export function parseJsonBody(bytes: Uint8Array): BodyRead {
  let text: string;
  let value: unknown;
  let inexact: string | undefined;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text, (name: string, member: unknown, context?: unknown) => {
      if (typeof member === "number" && !isAsWritten(member, context)) inexact ??= name;
      return member;
    });
  } catch {
    return refuse("body", "has to be JSON in UTF-8");
  }
  if (inexact !== undefined) return refuse(inexact, "has more digits than a number holds exactly");
  const doubled = findDoubledMember(text);
  return doubled === undefined ? { value } : refuse(doubled, "stands twice; write it once");
}

function refuse(field: string, message: string): BodyRead {
  return { failure: { code: "invalid-request", issues: [{ field, message }] } };
}

/**
 * Whether a whole number is what stands in the text, and not what binary floating point made of a fraction. A runtime that
 * does not hand over the text is taken at its word.
 */
function isAsWritten(value: number, context: unknown): boolean {
  const source =
    typeof context === "object" && context !== null && "source" in context ? context.source : undefined;
  if (typeof source !== "string" || !Number.isInteger(value)) return true;
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const shift = Number(exponent) - fraction.length;
  if (digits === "") return true;
  // Beyond this no text of ours is a number that JSON holds exactly.
  if (Math.abs(shift) > 400) return false;
  const cut = shift < 0 ? digits.slice(shift) : "";
  if (shift < 0 && (/[1-9]/.test(cut) || digits.length < -shift)) return false;
  const exact = shift < 0 ? digits.slice(0, shift) : digits + "0".repeat(shift);
  return BigInt(exact || "0") === BigInt(Math.abs(value));
}
