import { expect, test } from "vitest";
import { connectD1 } from "./connect-d1.ts";

type Asked = { readonly url: string; readonly init: RequestInit };

function plan(answer: () => Response | Promise<Response>) {
  const asked: Asked[] = [];
  const binding = connectD1({
    apiUrl: "https://api.test/client/v4",
    accountId: "acc",
    databaseId: "0d1/..",
    token: "planted-token",
    fetch: async (url, init = {}) => {
      asked.push({ url: String(url), init });
      return answer();
    },
    answerMsMax: 50,
  });
  return { binding, asked };
}

const done = (...results: unknown[]): Response =>
  Response.json({ success: true, errors: [], messages: [], result: results });

test("A statement and a batch are asked for as the interface takes them, with the token and nowhere else", async () => {
  const { binding, asked } = plan(() => done({ success: true, results: [{ one: 1 }] }));
  const statement = binding.prepare("select ? as one").bind("1");
  expect(await statement.all()).toEqual({ results: [{ one: 1 }] });
  expect(await binding.batch([statement])).toEqual([{ results: [{ one: 1 }] }]);
  expect(asked[0]?.url).toBe("https://api.test/client/v4/accounts/acc/d1/database/0d1%2F../query");
  expect(asked[0]?.init).toMatchObject({
    method: "POST",
    headers: { Authorization: "Bearer planted-token" },
    redirect: "error",
    body: '{"sql":"select ? as one","params":["1"]}',
  });
  const several = plan(() => done({ success: true, results: [] }, { success: true, results: [{ n: 2 }] }));
  const { prepare } = several.binding;
  expect(await several.binding.batch([prepare("a"), prepare("b").bind("x", null)])).toEqual([
    { results: [] },
    { results: [{ n: 2 }] },
  ]);
  expect(several.asked[0]?.init.body).toBe(
    '{"batch":[{"sql":"a","params":[]},{"sql":"b","params":["x",null]}]}',
  );
});

test.each([
  [401, "unreachable"],
  [403, "unreachable"],
  [404, "unreachable"],
  [429, "busy"],
])("Status %i is told as %s, and never with the token", async (status, code) => {
  const { binding } = plan(() => Response.json({ success: false, errors: [] }, { status }));
  const failure = await binding
    .prepare("a")
    .all()
    .catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code });
  expect(String(failure)).not.toContain("planted-token");
});

test.each([
  [
    "what it says itself",
    () => Response.json({ success: false, errors: [{ message: "no such table" }] }),
    "no such table",
  ],
  ["a page of a gateway", () => new Response("<html>", { status: 502 }), "status 502"],
  ["fewer results than statements", () => done(), "status 200"],
  ["a result that failed", () => done({ success: false }), "status 200"],
])("Nothing is taken for done by %s", async (_what, answer, reason) => {
  const { binding } = plan(answer);
  await expect(binding.prepare("a").all()).rejects.toThrow(`D1 has not done what it was asked: ${reason}`);
});

test("A page of a gateway is told as D1 that does not answer, and a refusal of D1 is not", async () => {
  const gateway = plan(() => new Response("<html>", { status: 502 })).binding;
  await expect(gateway.prepare("a").all()).rejects.toMatchObject({ code: "unreachable" });
  const refusal = plan(() => Response.json({ success: false, errors: [] }, { status: 500 })).binding;
  await expect(refusal.prepare("a").all()).rejects.not.toHaveProperty("code");
});

test("An interface that can't be reached is told as such, with the reason behind it", async () => {
  const { binding } = plan(() => Promise.reject(new TypeError("fetch failed")));
  await expect(binding.prepare("a").all()).rejects.toMatchObject({
    code: "unreachable",
    cause: new TypeError("fetch failed"),
  });
});
