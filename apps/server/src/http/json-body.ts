import type { Failure, Issue } from "../failure.ts";

/** A parsed body, or why it is not valid JSON. */
export type BodyRead = { readonly value: unknown } | { readonly failure: Failure };

/** Above what any body in the document needs; these limits keep the check as cheap as reading the bytes. */
const depthMax = 8;
/** The members and elements of a body, besides those that its arrays may have. */
const membersMax = 64;
const nameBytesMax = 128;
const numberBytesMax = 400;
/** Larger bodies hold Base64 images, which are ASCII; one other character would double the memory of the string. */
const textBytesMax = 65_536;

const noJson = "has to be JSON in UTF-8";

export const malformedJson: Failure = refusal({ field: "body", message: noJson });

/** Parses UTF-8 JSON; rejects duplicate members and numbers that a double cannot represent exactly. */
export function parseJsonBody(bytes: Uint8Array): BodyRead {
  const read = readJsonText(bytes);
  if ("failure" in read) return read;
  try {
    return { value: JSON.parse(read.text) };
  } catch {
    return { failure: malformedJson };
  }
}

/**
 * Makes the same checks but returns text; only `JSON.parse` can still find that it is malformed. `elementsMax` is how many
 * elements the arrays of the body may have.
 */
export function readJsonText(
  bytes: Uint8Array,
  elementsMax = 0,
): { readonly text: string } | { readonly failure: Failure } {
  const { excess, flaw } = scanJson(bytes, membersMax + elementsMax);
  if (excess !== undefined) return { failure: refusal({ field: "body", message: excess }) };
  if (bytes.length > textBytesMax && !isAscii(bytes)) {
    const message = "has to be ASCII beyond 65,536 bytes; write other characters as \\u escapes";
    return { failure: refusal({ field: "body", message }) };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (flaw === undefined) return { text };
    JSON.parse(text);
    return { failure: refusal(flaw) };
  } catch {
    return { failure: malformedJson };
  }
}

function refusal(issue: Issue): Failure {
  return { code: "invalid_request", issues: [issue] };
}

/** Whether all bytes are ASCII, apart from a leading byte order mark. */
function isAscii(bytes: Uint8Array): boolean {
  for (let at = bytes[0] === 0xef ? 3 : 0; at < bytes.length; at += 1) {
    if ((bytes[at] as number) >= 0x80) return false;
  }
  return true;
}

/**
 * `excess` stopped the scan; `flaw` is something that `JSON.parse` accepts, and counts only if the JSON is
 * well-formed.
 */
type Scan = { readonly excess?: string; readonly flaw?: Issue | undefined };

/**
 * Scans bytes that may not be JSON, in one pass and with memory for at most `countMax` names. It stops at
 * the first limit that is exceeded. Bytes of non-ASCII characters never equal punctuation in UTF-8.
 */
function scanJson(bytes: Uint8Array, countMax: number): Scan {
  /** The member names of each open object; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let name = "body";
  let inexact: Issue | undefined;
  let doubled: Issue | undefined;
  let nameCount = 0;
  // The body itself is a value but not a member.
  let valueCount = -1;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    const end = endOfToken(bytes, at);
    const names = open.at(-1);
    if (byte === quote && names !== undefined && isFollowedByColon(bytes, end)) {
      nameCount += 1;
      if (end - at > nameBytesMax)
        return { excess: "has a member whose name is longer than any that is known" };
      const parsed = parseName(bytes.subarray(at, end));
      if (parsed === undefined) return { excess: noJson };
      name = parsed;
      if (names.has(name)) doubled ??= { field: name, message: "stands twice; write it once" };
      names.add(name);
    } else if (byte === closingBrace || byte === closingBracket) {
      if (open.length === 0) return { excess: noJson };
      open.pop();
    } else if (!isSeparator(byte)) {
      valueCount += 1;
      if (byte === openingBrace || byte === openingBracket) {
        open.push(byte === openingBrace ? new Set() : undefined);
        if (open.length > depthMax)
          return { excess: `is nested more than ${depthMax} deep; send no member that is not known` };
      } else if (isNumber(byte) && !isExact(bytes.subarray(at, end))) {
        inexact ??= { field: name, message: "has more digits than a number holds exactly" };
      }
    }
    if (Math.max(nameCount, valueCount) > countMax) {
      return { excess: `has more than ${countMax} members and elements; send no member that is not known` };
    }
    at = end;
  }
  return { flaw: inexact ?? doubled };
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openingBrace, closingBrace, openingBracket, closingBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isSeparator(byte: number): boolean {
  return isSpace(byte) || byte === comma || byte === colon;
}

function isNumber(byte: number): boolean {
  return byte === 0x2d || (byte >= 0x30 && byte <= 0x39);
}

/** The index after the token: a string, a bracket, a run of separators, or a run of other bytes. */
function endOfToken(bytes: Uint8Array, begin: number): number {
  const first = bytes[begin] as number;
  let at = begin + 1;
  if (first === quote) {
    while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    return Math.min(at + 1, bytes.length);
  }
  if (isSeparator(first)) while (at < bytes.length && isSeparator(bytes[at] as number)) at += 1;
  else if (!endsToken(first)) while (at < bytes.length && !endsToken(bytes[at] as number)) at += 1;
  return at;
}

function endsToken(byte: number): boolean {
  return (
    isSeparator(byte) ||
    byte === quote ||
    byte === openingBrace ||
    byte === closingBrace ||
    byte === openingBracket ||
    byte === closingBracket
  );
}

function isFollowedByColon(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return bytes[at] === colon;
}

/** Decodes the escapes of a name, so that `"\u0061"` is `"a"`; undefined if it is not valid JSON. */
function parseName(bytes: Uint8Array): string | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Whether a double represents the written number exactly, if it is an integer; fractions always pass. */
function isExact(bytes: Uint8Array): boolean {
  if (bytes.length > numberBytesMax) return false;
  const source = String.fromCharCode(...bytes);
  const value = Number(source);
  if (!Number.isInteger(value)) return true;
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const shift = Number(exponent) - fraction.length;
  if (digits === "") return true;
  // No double is an integer with so large an exponent.
  if (Math.abs(shift) > 400) return false;
  const cut = shift < 0 ? digits.slice(shift) : "";
  if (shift < 0 && (/[1-9]/.test(cut) || digits.length < -shift)) return false;
  const exact = shift < 0 ? digits.slice(0, shift) : digits + "0".repeat(shift);
  return BigInt(exact || "0") === BigInt(Math.abs(value));
}
