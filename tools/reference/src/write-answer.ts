import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding } from "./choose-encoding.ts";
import type { Answer } from "./list-routes.ts";
import type { Content } from "./make-content.ts";

/** Puts an answer on the wire: conditions, compression and HEAD are settled here for every route alike. */
export async function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  for (const [name, value] of guardHeaders) response.setHeader(name, value);
  switch (answer.kind) {
    case "content":
      return writeContent(request, response, answer.content);
    case "redirect":
      response.setHeader("Location", answer.location);
      return writeBody(request, response, 302, Buffer.alloc(0));
    case "failure": {
      const { status, error, message } = answer;
      response.setHeader("Content-Type", "application/json; charset=utf-8");
      return writeBody(request, response, status, Buffer.from(JSON.stringify({ error, message, status })));
    }
    case "stream":
      response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
      response.setHeader("Cache-Control", "no-store");
      response.writeHead(200);
      if (request.method === "HEAD") response.end();
      else answer.join(response);
  }
}

/**
 * What a browser may do with anything from here: load from this origin, and talk to it alone.
 *
 * Only styles may stand inline, because the reference sets style attributes, which no nonce or hash can allow.
 * Its pictures for list marks and the like are data: addresses, which lead nowhere.
 */
const guardHeaders: readonly (readonly [string, string])[] = [
  [
    "Content-Security-Policy",
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  ],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
  ["Referrer-Policy", "no-referrer"],
  ["X-Content-Type-Options", "nosniff"],
  ["X-DNS-Prefetch-Control", "off"],
];

/** Below this a compressed body saves no packet. */
const compressedBytesMin = 1_400;

async function writeContent(
  request: IncomingMessage,
  response: ServerResponse,
  content: Content,
): Promise<void> {
  const compressible = content.body.length >= compressedBytesMin;
  const encoding = compressible ? chooseEncoding(request.headers["accept-encoding"]?.toString()) : undefined;
  const tag = `"${content.tag}${encoding === undefined ? "" : `-${encoding}`}"`;
  response.setHeader("ETag", tag);
  response.setHeader("Cache-Control", "no-cache");
  if (compressible) response.setHeader("Vary", "Accept-Encoding");
  if (matchesTag(request.headers["if-none-match"], tag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader("Content-Type", content.mediaType);
  if (encoding !== undefined) response.setHeader("Content-Encoding", encoding);
  writeBody(request, response, 200, encoding === undefined ? content.body : await content.encode(encoding));
}

function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const candidates = (ifNoneMatch ?? "").split(",").map((candidate) => candidate.trim().replace(/^W\//, ""));
  return candidates.includes("*") || candidates.includes(tag);
}

function writeBody(request: IncomingMessage, response: ServerResponse, status: number, body: Buffer): void {
  response.setHeader("Content-Length", body.length);
  response.writeHead(status).end(request.method === "HEAD" ? undefined : body);
}
