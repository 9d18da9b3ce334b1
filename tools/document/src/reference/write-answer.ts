import type { IncomingMessage, ServerResponse } from "node:http";
import { guardHeaders } from "./guard-headers.ts";
import type { Answer } from "./list-routes.ts";
import type { Content } from "./make-content.ts";

/** Puts an answer on the wire: conditions and HEAD are settled here for every route alike. */
export function writeAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  for (const [name, value] of Object.entries(guardHeaders)) response.setHeader(name, value);
  switch (answer.kind) {
    case "content":
      writeContent(request, response, answer.content);
      break;
    case "redirect":
      response.setHeader("Location", answer.location);
      writeBody(request, response, 302, Buffer.alloc(0));
      break;
    case "failure": {
      const { status, error, message } = answer;
      response.setHeader("Content-Type", "application/json; charset=utf-8");
      writeBody(request, response, status, Buffer.from(JSON.stringify({ error, message, status })));
      break;
    }
    case "stream":
      response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
      response.setHeader("Cache-Control", "no-store");
      response.writeHead(200);
      if (request.method === "HEAD") response.end();
      else answer.join(response);
  }
}

function writeContent(request: IncomingMessage, response: ServerResponse, content: Content): void {
  const tag = `"${content.tag}"`;
  response.setHeader("ETag", tag);
  response.setHeader("Cache-Control", "no-cache");
  if (matchesTag(request.headers["if-none-match"], tag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader("Content-Type", content.mediaType);
  writeBody(request, response, 200, content.body);
}

function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const candidates = (ifNoneMatch ?? "").split(",").map((candidate) => candidate.trim().replace(/^W\//, ""));
  return candidates.includes("*") || candidates.includes(tag);
}

function writeBody(request: IncomingMessage, response: ServerResponse, status: number, body: Buffer): void {
  response.setHeader("Content-Length", body.length);
  response.writeHead(status).end(request.method === "HEAD" ? undefined : body);
}
