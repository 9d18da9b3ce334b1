import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Contender } from "./contender.ts";
import { joinEntries } from "./join-entries.ts";
import { searchHeadersOf, searchPath } from "./render-searches.ts";

/** Sends one and the same answer each time: what is left of a search when nothing is done for it but to send it. */
export const serveReadyByNode: Contender = async (work) => {
  const answers = new Map<string, { readonly headers: Record<string, string>; readonly body: Buffer }>();
  const server = createServer((request, response) => {
    const { url = "" } = request;
    if (url === "/cpu") return response.end(JSON.stringify(process.cpuUsage()));
    let answer = answers.get(url);
    if (answer === undefined) {
      const id = work.makeId();
      const found = work.desk.search(decodeURIComponent(url.slice(searchPath.length)));
      const body = joinEntries(id, performance.now(), found);
      answer = { headers: { ...searchHeadersOf(id, found), "content-length": String(body.length) }, body };
      answers.set(url, answer);
    }
    return response.writeHead(200, answer.headers).end(answer.body);
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  return (server.address() as AddressInfo).port;
};
