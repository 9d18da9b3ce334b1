import type { IncomingMessage, ServerResponse } from "node:http";
import type { Work } from "./contender.ts";
import { joinEntries } from "./join-entries.ts";
import { searchHeadersOf, searchPath } from "./render-searches.ts";

/** A search by hand: the term is decoded and measured, and the same bytes go out under the same headers. */
export function answerSearchByNode(work: Work, request: IncomingMessage, response: ServerResponse): void {
  const beganMs = performance.now();
  const term = decodeURIComponent((request.url ?? "").slice(searchPath.length)).trim();
  if (term.length < 1 || term.length > 100) return void response.writeHead(400).end();
  const id = work.makeId();
  const found = work.desk.search(term);
  const body = joinEntries(id, beganMs, found);
  response.writeHead(200, { ...searchHeadersOf(id, found), "content-length": body.length });
  response.end(body);
}
