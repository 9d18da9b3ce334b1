import { resolve } from "node:path";
import { expect, test } from "vitest";
import { makeExampleService } from "./example-service.ts";

const examples = resolve(import.meta.dirname, "../../../../openapi/examples");
const origin = "http://service.test";
const authorization = { Authorization: "Bearer test-token" };

test("fails the first call of an operation, and answers the next with the example", async () => {
  const service = await makeExampleService(examples);
  const ask = () => service.fetch(new Request(`${origin}/api/v1/notifications`, { headers: authorization }));
  expect((await ask()).status).toBe(503);
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ limit: 50, offset: 0 });
  expect([...service.takeServed()]).toEqual(["listNotifications"]);
  expect([...service.takeServed()]).toEqual([]);
});

test("rejects a call without a token where the document requires one", async () => {
  const service = await makeExampleService(examples);
  const ask = (path: string) => service.fetch(new Request(`${origin}${path}`));
  expect((await ask("/api/v1/diagnostics/margin-ratios/FPT")).status).toBe(401);
  await ask("/api/v1/MarketData/GetSymbolSearch/fpt");
  expect((await ask("/api/v1/MarketData/GetSymbolSearch/fpt")).status).toBe(200);
});

test("answers an invalid request with 400 and does not count it as served", async () => {
  const service = await makeExampleService(examples);
  const ask = () =>
    service.fetch(new Request(`${origin}/api/v1/notifications?limit=101`, { headers: authorization }));
  await ask();
  expect((await ask()).status).toBe(400);
  expect(service.takeServed().size).toBe(0);
});

test("streams the events of the companion's example", async () => {
  const service = await makeExampleService(examples);
  const ask = () => service.fetch(new Request(`${origin}/companion/v0/live?symbols=FPT`));
  await ask();
  const answer = await ask();
  expect(answer.headers.get("Content-Type")).toBe("text/event-stream");
  expect(await answer.text()).toMatch(/^event: hello\ndata: \{.*\}\nid: \n\nevent: market\n/);
});
