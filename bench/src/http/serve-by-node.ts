import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerSearchByNode } from "./answer-search-by-node.ts";
import type { Contender } from "./contender.ts";
import { headersOf, marginRatioOf, pageOf } from "./render-answers.ts";
import { searchPath } from "./render-searches.ts";

const ratios = "/api/v1/diagnostics/margin-ratios/";
const digits = /^(?:0|[1-9]\d*)$/;

/** The same work by hand on `node:http`, which is as little as it can cost there. */
export const serveByNode: Contender = async (work) => {
  const server = createServer(async (request, response) => {
    const url = request.url ?? "";
    if (url === "/cpu") return response.end(JSON.stringify(process.cpuUsage()));
    if (url.startsWith(searchPath)) return answerSearchByNode(work, request, response);
    const verdict = await work.verifier.verify(request.headers.authorization);
    if (verdict.kind === "refused") return response.writeHead(401).end();
    let body: object | undefined;
    if (url.startsWith(ratios)) {
      const symbol = decodeURIComponent(url.slice(ratios.length));
      if (!/^[A-Za-z0-9._-]{1,32}$/.test(symbol)) return response.writeHead(400).end();
      body = marginRatioOf(work, symbol);
    } else if (url.startsWith("/api/v1/notifications")) {
      const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
      const limit = query.get("limit") ?? "50";
      const offset = query.get("offset") ?? "0";
      const isSound = digits.test(limit) && digits.test(offset) && Number(limit) >= 1 && Number(limit) <= 100;
      if (!isSound) return response.writeHead(400).end();
      body = await pageOf(work, verdict.userId, Number(limit), Number(offset));
    }
    if (body === undefined) return response.writeHead(404).end();
    const text = JSON.stringify(body);
    response.writeHead(200, {
      ...headersOf(work.makeId()),
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
    });
    return response.end(text);
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  return (server.address() as AddressInfo).port;
};
