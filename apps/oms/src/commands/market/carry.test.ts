import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { worldTest as test } from "../../testing/world-test.ts";

const words = "prices carry --d1 d-1";

test.for([
  [{ CLOUDFLARE_API_TOKEN: "" }, "CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN"],
  [{ CLOUDFLARE_API_TOKEN: "planted\ntoken" }, "contains a character that is not allowed"],
  [{ CLOUDFLARE_API_BASE_URL: "http://api.test" }, "has to begin with https://"],
] as const)("refuses an environment such as %j", async ([changed, message], { world }) => {
  const environment = { CLOUDFLARE_ACCOUNT_ID: "a", CLOUDFLARE_API_TOKEN: "t", ...changed };
  const run = await world.oms(words, { environment });
  expect([run.exitCode, run.stderr.includes(message), run.stderr.includes("planted")]).toEqual([
    2,
    true,
    false,
  ]);
});

test("refuses rounds so rare that carried prices would be stale", async ({ world }) => {
  const environment = { CLOUDFLARE_ACCOUNT_ID: "a", CLOUDFLARE_API_TOKEN: "t" };
  expect(await world.oms(`${words} --every 11s`, { environment })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--every is at most 10s"),
  });
});

/** Answers every request with a status, and records the tokens. */
async function answerAlways(status: number) {
  const tokens: unknown[] = [];
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    response.writeHead(status).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tokens };
}

test.for([
  [403, "D1 rejects the token, or it has no access to this account.\n"],
  [404, "There is no such D1 database in this account.\n"],
] as const)(
  "ends with the reason, without the token, if D1 answers %i",
  async ([status, stderr], { world }) => {
    const { url, tokens } = await answerAlways(status);
    const environment = {
      DATA_DIR: world.pathOf(""),
      CLOUDFLARE_ACCOUNT_ID: "a",
      CLOUDFLARE_API_TOKEN: "planted-token",
      CLOUDFLARE_API_BASE_URL: url,
    };
    expect(await world.oms(words, { environment })).toEqual({ exitCode: 1, stdout: "", stderr });
    expect(tokens).toEqual(["Bearer planted-token"]);
  },
);
