import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { openPassage } from "./passage.ts";

test("passes messages unchanged until a fault is planted, then applies the fault", async () => {
  const server = createServer((request, response) => {
    response.writeHead(405, { Allow: "GET", "Content-Type": "text/plain" });
    response.end(`${request.method} ${request.url} ${request.headers["x-note"]}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const passage = await openPassage(`http://127.0.0.1:${port}`, {});
  const ask = async () => {
    const answer = await fetch(`${passage.url}/a?b`, { method: "DELETE", headers: { "X-Note": "n" } });
    return [answer.status, answer.headers.get("allow"), await answer.text()];
  };
  expect(await ask()).toEqual([405, "GET", "DELETE /a?b n"]);
  passage.plant({
    name: "planted",
    foundBy: "every.x",
    onRequest: (request) => ({ ...request, path: "/other" }),
    onAnswer: (answer) => ({ ...answer, status: 200 }),
  });
  expect(await ask()).toEqual([200, "GET", "DELETE /other n"]);
  passage.plant(undefined);
  expect(await ask()).toEqual([405, "GET", "DELETE /a?b n"]);
  await passage.close();
  server.close();
});
