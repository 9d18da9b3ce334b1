import { connect as connectPlain, isIP } from "node:net";
import { connect as connectSealed } from "node:tls";
import {
  type Answer,
  type Asked,
  isBodiless,
  type ParsedResponse,
  parseResponse,
  type Wire,
} from "../ask.ts";
import { BrokenClaim } from "../claim.ts";

/** What a wire can be told besides where it leads. */
export type WireSettings = { readonly timeoutMs: number };

/** How long a peer that has said all may take to close by itself, as it was asked to. Not every one does: workerd waits for more. */
const patienceMs = 10;

/** How long it may take to close once it was told that nothing more will be asked; until then it could still say too much. */
const closingMsMax = 250;

/**
 * Opens a wire to a deployment. Requests go out as they are written and answers are shown as they come, each on a connection
 * of its own, so that a body where none may be is seen and an address that no client would send can be asked for.
 */
export function openWire(address: URL, { timeoutMs }: WireSettings): Wire {
  const base = address.pathname.replace(/\/$/, "");
  return (asked) =>
    new Promise((settle, reject) => {
      const socket = connect(address);
      const parts: Buffer[] = [];
      let closing: ReturnType<typeof setTimeout> | undefined;
      const timer = setTimeout(() => end(`nothing whole within ${timeoutMs} ms`), timeoutMs);
      const end = (silence: string): void => {
        clearTimeout(timer);
        clearTimeout(closing);
        socket.destroy();
        try {
          settle(judgeFrame(asked, parseResponse(Buffer.concat(parts), asked.method), silence));
        } catch (failure) {
          reject(failure);
        }
      };
      socket.on("data", (part: Buffer) => {
        parts.push(part);
        if (closing !== undefined || parseResponse(Buffer.concat(parts), asked.method)?.isWhole !== true)
          return;
        closing = setTimeout(() => {
          closing = setTimeout(() => end(""), closingMsMax);
          socket.end();
        }, patienceMs);
      });
      socket.on("error", (failure: Error & { code?: string }) =>
        end(`no answer (${failure.code ?? "broken off"})`),
      );
      socket.on("close", () => end("a connection that was closed too early"));
      socket.write(writeRequest(asked, address.host, base));
    });
}

function connect(address: URL) {
  const isSealed = address.protocol === "https:";
  const host = address.hostname.replace(/^\[|\]$/g, "");
  const port = Number(address.port || (isSealed ? 443 : 80));
  if (!isSealed) return connectPlain({ host, port });
  // An address of numbers is no name that a certificate could be asked for by.
  const named = isIP(host) === 0 ? { servername: host } : {};
  return connectSealed({ host, port, ...named, ALPNProtocols: ["http/1.1"] });
}

function writeRequest({ method, path, headers, body }: Asked, host: string, base: string): Buffer {
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

function judgeFrame(asked: Asked, parsed: ParsedResponse | undefined, silence: string): Answer {
  if (parsed === undefined)
    throw new BrokenClaim(asked, silence || "half an answer", "an answer in HTTP/1.1");
  const { status, headers, bytes, isWhole, fault } = parsed;
  const runsToTheEnd = !headers.has("content-length") && !headers.has("transfer-encoding");
  if (fault !== undefined) throw new BrokenClaim(asked, `an answer of which ${fault}`, "a sound frame");
  if (!isWhole && !(runsToTheEnd && silence.startsWith("a connection"))) {
    throw new BrokenClaim(asked, silence || "a body that was cut off", "a body as long as its headers say");
  }
  if (isBodiless(asked.method, status) && bytes.length > 0) {
    throw new BrokenClaim(
      asked,
      `${bytes.length} bytes behind the headers`,
      `no body with ${asked.method} ${status}`,
    );
  }
  return { asked, status, headers, bytes, text: new TextDecoder().decode(bytes) };
}
