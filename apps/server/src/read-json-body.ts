import type { Failure } from "./failure.ts";
import { findDoubledMember } from "./find-doubled-member.ts";

/** A body as JSON, or why it is none. */
export type BodyRead = { readonly value: unknown } | { readonly failure: Failure };

/** Reads the body of a request as JSON in UTF-8, and stops as soon as it is more than is taken. */
export async function readJsonBody(request: Request, sizeBytesMax: number): Promise<BodyRead> {
  const { headers } = request;
  if (Number(headers.get("content-length")) > sizeBytesMax) {
    return { failure: { code: "body-too-large", bytesMax: sizeBytesMax } };
  }
  const mediaType = headers.get("content-type");
  const coding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (mediaType === null || !jsonType.test(mediaType) || coding !== "identity")
    return { failure: { code: "body-not-json-type" } };
  const bytes = headers.has("content-length")
    ? await readWhole(request)
    : await readUpTo(request, sizeBytesMax);
  if (bytes === "too-large") return { failure: { code: "body-too-large", bytesMax: sizeBytesMax } };
  if (bytes === "broken-off") return { failure: { code: "body-late" } };
  return parse(bytes);
}

const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

/** A body of a length that was said, and that the runtime holds it to. */
async function readWhole(request: Request): Promise<Uint8Array | "broken-off"> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    return "broken-off";
  }
}

async function readUpTo(
  request: Request,
  sizeBytesMax: number,
): Promise<Uint8Array | "too-large" | "broken-off"> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  const reader = request.body?.getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done || value === undefined) return join(chunks, byteCount);
      byteCount += value.length;
      if (byteCount > sizeBytesMax) {
        // What else is sent is nobody's any more; whether it ends well is not waited for.
        reader?.cancel().catch(() => {});
        return "too-large";
      }
      chunks.push(value);
    }
  } catch {
    return "broken-off";
  }
}

function join(chunks: readonly Uint8Array[], byteCount: number): Uint8Array {
  const bytes = new Uint8Array(byteCount);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function parse(bytes: Uint8Array): BodyRead {
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
