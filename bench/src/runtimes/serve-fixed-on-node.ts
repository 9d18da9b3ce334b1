import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FixedAnswers } from "./fixed-answers.ts";

// As little as an answer can cost on Node: the same bytes each time, by its own server.
const given: FixedAnswers = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const answers = new Map(
  Object.entries(given).map(([path, { headers, body }]) => {
    const bytes = Buffer.from(body);
    return [path, { bytes, headers: { ...headers, "content-length": String(bytes.length) } }];
  }),
);
const server = createServer(({ url = "" }, response) => {
  const answer = answers.get(url);
  if (answer === undefined) response.writeHead(404).end();
  else response.writeHead(200, answer.headers).end(answer.bytes);
});
server.listen(0, "127.0.0.1", () => console.log(`listening on ${(server.address() as AddressInfo).port}`));
