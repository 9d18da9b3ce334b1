/** Parses HTTP/1.1 responses from raw bytes, and reports what is wrong with their framing. */

/** A response, possibly incomplete. */
export type ParsedResponse = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The body without its transfer encoding, as far as it is there. */
  readonly bytes: Uint8Array;
  /** How many of the bytes belong to the response. */
  readonly length: number;
  /** Whether the body is complete by Content-Length or chunked encoding. False if only the end of the connection ends it. */
  readonly isWhole: boolean;
  /** An error of its framing. */
  readonly fault?: string;
};

type Body = Pick<ParsedResponse, "bytes" | "length" | "isWhole" | "fault">;

/**
 * Parses the first final HTTP/1.1 response of a connection; interim ones are skipped. Returns undefined until its head is
 * complete. What follows the response is left to the caller.
 *
 * @example
 * ```ts
 * import { parseResponse } from "@trading-oms/conformance";
 *
 * const raw = new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
 * const { status, isWhole, length } = parseResponse(raw, "GET") ?? {};
 * console.log(status, isWhole, length === raw.length);
 * ```
 */
export function parseResponse(raw: Uint8Array, method: string): ParsedResponse | undefined {
  const end = findBytes(raw, "\r\n\r\n", 0);
  if (end < 0) return undefined;
  const [first = "", ...lines] = decodeLatin(raw.subarray(0, end)).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1] ?? Number.NaN);
  const headers = new Map<string, string[]>();
  let fault = Number.isNaN(status) ? `it begins with "${first.slice(0, 80)}"` : undefined;
  for (const line of lines) {
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) fault ??= `it has the header line "${line.slice(0, 80)}"`;
    else headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  const begin = end + 4;
  const rest = raw.subarray(begin);
  if (status >= 100 && status < 200 && status !== 101) {
    const final = parseResponse(rest, method);
    return final && { ...final, length: begin + final.length };
  }
  const body = isBodiless(method, status)
    ? { bytes: new Uint8Array(), length: 0, isWhole: true }
    : readBody(rest, headers);
  return { status, headers, ...body, length: begin + body.length, ...(fault === undefined ? {} : { fault }) };
}

/** Whether a response has no body, regardless of its headers. */
export function isBodiless(method: string, status: number): boolean {
  return method === "HEAD" || status === 204 || status === 304;
}

function readBody(rest: Uint8Array, headers: ReadonlyMap<string, readonly string[]>): Body {
  const coding = headers.get("transfer-encoding")?.join(", ").toLowerCase();
  const lengths = headers.get("content-length") ?? [];
  const unended = { bytes: rest, length: rest.length, isWhole: false };
  if (coding !== undefined) {
    const both = lengths.length > 0 ? { fault: "it has Transfer-Encoding and Content-Length" } : {};
    return coding === "chunked" ? { ...readChunks(rest), ...both } : unended;
  }
  const [length] = lengths;
  if (length === undefined) return unended;
  if (lengths.length > 1 || !/^\d+$/.test(length))
    return { ...unended, fault: `its Content-Length is ${lengths.join(", ")}` };
  const bytes = rest.subarray(0, Number(length));
  return { bytes, length: bytes.length, isWhole: bytes.length === Number(length) };
}

function readChunks(rest: Uint8Array): Body {
  const chunks: Uint8Array[] = [];
  let at = 0;
  const read = (isWhole: boolean, length: number): Body => ({ bytes: joinBytes(chunks), length, isWhole });
  for (;;) {
    const lineEnd = findBytes(rest, "\r\n", at);
    if (lineEnd < 0) return read(false, rest.length);
    const line = decodeLatin(rest.subarray(at, lineEnd));
    const written = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line)?.[1];
    if (written === undefined)
      return {
        ...read(true, rest.length),
        fault: `one of its chunks has the size "${line.slice(0, 20)}"`,
      };
    const size = Number.parseInt(written, 16);
    const begin = lineEnd + 2;
    if (size === 0) {
      // Optional trailer lines and an empty one. It starts at the line break of the last chunk: there may be no trailer.
      const end = findBytes(rest, "\r\n\r\n", begin - 2);
      return end < 0 ? read(false, rest.length) : read(true, end + 4);
    }
    if (rest.length < begin + size + 2) return read(false, rest.length);
    chunks.push(rest.subarray(begin, begin + size));
    at = begin + size + 2;
    if (decodeLatin(rest.subarray(at - 2, at)) !== "\r\n")
      return { ...read(true, rest.length), fault: "one of its chunks is longer than its size" };
  }
}

function findBytes(bytes: Uint8Array, text: string, from: number): number {
  for (let i = from; i <= bytes.length - text.length; i += 1) {
    let matched = 0;
    while (matched < text.length && bytes[i + matched] === text.charCodeAt(matched)) matched += 1;
    if (matched === text.length) return i;
  }
  return -1;
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function decodeLatin(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
