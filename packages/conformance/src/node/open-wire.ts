import { connect as connectPlain, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Answer, Wire, WireRequest } from "../ask.ts";
import { BrokenClaim } from "../broken-claim.ts";
import { isBodiless, parseResponse } from "../parse-response.ts";

/** Settings of {@link openWire}. */
export type WireSettings = {
  /** The time limit of an answer, in milliseconds. */
  readonly timeoutMs: number;
};

/** Why reading ended, if the request says until when a body is read. */
const readEnough = "";

/** How long to wait, after a complete answer, for the peer to close. Some peers do not, such as workerd. */
const peerCloseMs = 10;

/** How long to wait for the peer to close after we have closed our side. It may still send surplus bytes until then. */
const closeMsMax = 250;

/**
 * Creates a {@link Wire} for Node. Each request opens a TCP or TLS connection and is written byte by byte, so that forbidden
 * bodies are seen and paths that no HTTP client would send can be requested. The wire rejects with a {@link BrokenClaim} if no
 * complete HTTP/1.1 answer arrives in time.
 *
 * @example
 * ```ts
 * import { openWire } from "@trading-oms/conformance";
 *
 * const wire = openWire(new URL("http://127.0.0.1:8787"), { timeoutMs: 20_000 });
 * const path = "/api/v1/MarketData/GetSymbolSearch/%00";
 * const { status, text } = await wire({ method: "GET", path, headers: {}, body: undefined });
 * console.log(status, text);
 * ```
 */
export function openWire(address: URL, { timeoutMs }: WireSettings): Wire {
  const base = address.pathname.replace(/\/$/, "");
  return (asked) =>
    new Promise((settle, reject) => {
      const socket = connect(address);
      const parts: Buffer[] = [];
      let closing: ReturnType<typeof setTimeout> | undefined;
      const timer = setTimeout(() => end(`no complete answer within ${timeoutMs} ms`), timeoutMs);
      const end = (problem: string): void => {
        clearTimeout(timer);
        clearTimeout(closing);
        socket.destroy();
        try {
          settle(toAnswer(asked, Buffer.concat(parts), problem));
        } catch (failure) {
          reject(failure);
        }
      };
      socket.on("data", (part: Buffer) => {
        parts.push(part);
        if (closing !== undefined) return;
        const parsed = parseResponse(Buffer.concat(parts), asked.method);
        if (parsed?.isWhole !== true) {
          try {
            if (parsed !== undefined && asked.until?.(decode(parsed.bytes)) === true) end(readEnough);
          } catch (failure) {
            // Of the claim, which has failed then; the rest of the run goes on.
            reject(failure);
            end(readEnough);
          }
          return;
        }
        closing = setTimeout(() => {
          closing = setTimeout(() => end(""), closeMsMax);
          socket.end();
        }, peerCloseMs);
      });
      socket.on("error", (failure: Error & { code?: string }) =>
        end(`no answer (${failure.code ?? "connection lost"})`),
      );
      socket.on("close", () => end("a connection that was closed too early"));
      socket.write(writeRequest(asked, address.host, base));
    });
}

function connect(address: URL) {
  const isTls = address.protocol === "https:";
  const host = address.hostname.replace(/^\[|\]$/g, "");
  const port = Number(address.port || (isTls ? 443 : 80));
  if (!isTls) return connectPlain({ host, port });
  // TLS does not allow an IP address as server name.
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, ...named, ALPNProtocols: ["http/1.1"] });
}

function writeRequest({ method, path, headers, body }: WireRequest, host: string, base: string): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body);
  const all = {
    Host: host,
    Accept: "*/*",
    "User-Agent": "trading-oms-conformance",
    Connection: "close",
    ...(content === undefined ? {} : { "Content-Length": String(content.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${base}${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "utf8");
  return content === undefined ? head : Buffer.concat([head, content]);
}

function toAnswer(asked: WireRequest, raw: Buffer, problem: string): Answer {
  const parsed = parseResponse(raw, asked.method);
  if (parsed === undefined)
    throw new BrokenClaim(asked, problem || "an incomplete answer", "an HTTP/1.1 answer");
  const { status, headers, bytes, length, isWhole, fault } = parsed;
  const endsWithConnection = !headers.has("content-length") && !headers.has("transfer-encoding");
  if (fault !== undefined)
    throw new BrokenClaim(asked, `a malformed answer: ${fault}`, "a well-formed answer");
  const isEnough = asked.until !== undefined && problem === readEnough;
  if (!isWhole && !isEnough && !(endsWithConnection && problem.startsWith("a connection"))) {
    throw new BrokenClaim(asked, problem || "a truncated body", "a body as long as its headers say");
  }
  const surplus = raw.length - length;
  if (surplus > 0) {
    const came = `${surplus} bytes after its end`;
    if (!isBodiless(asked.method, status)) throw new BrokenClaim(asked, came, "an answer as long as it says");
    throw new BrokenClaim(asked, came, `no body with ${asked.method} ${status}`);
  }
  return { asked, status, headers, bytes, text: decode(bytes) };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
