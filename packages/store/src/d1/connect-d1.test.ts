import { expect, test } from "vitest";
import { connectD1 } from "./connect-d1.ts";

type SentRequest = { readonly url: string; readonly init: RequestInit };

function connect(respond: () => Response | Promise<Response>) {
  const sent: SentRequest[] = [];
  const binding = connectD1({
    apiUrl: "https://api.test/client/v4",
    accountId: "acc",
    databaseId: "0d1/..",
    token: "planted-token",
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init });
      return respond();
    },
    answerMsMax: 50,
  });
  return { binding, sent };
}

const success = (...results: unknown[]): Response =>
  Response.json({ success: true, errors: [], messages: [], result: results });

test("sends a statement and a batch as the API expects them, with the token and without following redirects", async () => {
  const { binding, sent } = connect(() => success({ success: true, results: [{ one: 1 }] }));
  const statement = binding.prepare("select ? as one").bind("1");
  expect(await statement.all()).toEqual({ results: [{ one: 1 }] });
  expect(await binding.batch([statement])).toEqual([{ results: [{ one: 1 }] }]);
  expect(sent[0]?.url).toBe("https://api.test/client/v4/accounts/acc/d1/database/0d1%2F../query");
  expect(sent[0]?.init).toMatchObject({
    method: "POST",
    headers: { Authorization: "Bearer planted-token" },
    redirect: "error",
    body: '{"sql":"select ? as one","params":["1"]}',
  });
  const two = [
    { success: true, results: [] },
    { success: true, results: [{ n: 2 }] },
  ];
  const several = connect(() => success(...two));
  const { prepare } = several.binding;
  expect(await several.binding.batch([prepare("a"), prepare("b").bind("x", null)])).toEqual([
    { results: [] },
    { results: [{ n: 2 }] },
  ]);
  expect(several.sent[0]?.init.body).toBe(
    '{"batch":[{"sql":"a","params":[]},{"sql":"b","params":["x",null]}]}',
  );
});

test.each([
  [401, "unreachable"],
  [403, "unreachable"],
  [404, "unreachable"],
  [429, "busy"],
])("reports status %i as %s, without the token", async (status, code) => {
  const { binding } = connect(() => Response.json({ success: false, errors: [] }, { status }));
  const failure = await binding
    .prepare("a")
    .all()
    .catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code });
  expect(String(failure)).not.toContain("planted-token");
});

test.each([
  [
    "an error of D1",
    () => Response.json({ success: false, errors: [{ message: "no such table" }] }),
    "no such table",
  ],
  ["a page of a gateway", () => new Response("<html>", { status: 502 }), "status 502"],
  ["fewer results than statements", () => success(), "status 200"],
  ["a result that failed", () => success({ success: false }), "status 200"],
])("rejects the statements on %s", async (_what, respond, reason) => {
  const { binding } = connect(respond);
  await expect(binding.prepare("a").all()).rejects.toThrow(`D1 did not execute the statements: ${reason}`);
});

test("reports a gateway's page as unreachable, but not an error of D1", async () => {
  const gateway = connect(() => new Response("<html>", { status: 502 })).binding;
  await expect(gateway.prepare("a").all()).rejects.toMatchObject({ code: "unreachable" });
  const failing = connect(() => Response.json({ success: false, errors: [] }, { status: 500 })).binding;
  await expect(failing.prepare("a").all()).rejects.not.toHaveProperty("code");
});

test("reports a failed request as unreachable, with its cause", async () => {
  const { binding } = connect(() => Promise.reject(new TypeError("fetch failed")));
  await expect(binding.prepare("a").all()).rejects.toMatchObject({
    code: "unreachable",
    cause: new TypeError("fetch failed"),
  });
});
