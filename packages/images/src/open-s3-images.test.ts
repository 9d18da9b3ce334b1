import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openS3Images } from "./open-s3-images.ts";

type Answer = { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };

/** A storage that answers each request as it is told to, the last answer again and again. */
async function plan(...answers: readonly (Answer | "silent" | "hang-up")[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(`${request.method} ${request.url}`);
    if (answer === "silent" || answer === undefined) return;
    if (answer === "hang-up") return void request.socket.destroy();
    request.resume();
    response.writeHead(answer.status, answer.headers).end(answer.body ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const access = { region: "auto", accessKeyId: "the-id", secretAccessKey: "the-secret", timeoutMs: 1_500 };
  return { asked, store: openS3Images({ bucketUrl: `http://127.0.0.1:${port}/cards/`, ...access }) };
}

const missing = "<Error><Code>NoSuchKey</Code></Error>";

test("a storage that is busy for a moment, or hangs up, is asked again, three times in all", async () => {
  const { store, asked } = await plan({ status: 503 }, "hang-up", { status: 200 });
  await store.put("a", new Uint8Array([1]));
  expect(asked).toEqual(["PUT /cards/a", "PUT /cards/a", "PUT /cards/a"]);
  const failing = await plan({ status: 500, body: "<Error><Code>InternalError</Code></Error>" });
  await expect(failing.store.get("a")).rejects.toMatchObject({ status: 500, code: "InternalError" });
  expect(failing.asked.length).toBe(3);
});

test("a storage that says nothing is given up in time", async () => {
  const { store } = await plan("silent");
  const began = performance.now();
  await expect(store.put("a", new Uint8Array([1]))).rejects.toMatchObject({ name: "TimeoutError" });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test("a refusal is told by its status and code, and neither by its words nor by what opens the bucket", async () => {
  const body = "<Error><Code>AccessDenied</Code><Message>the-id may not read front of Lan</Message></Error>";
  const { store, asked } = await plan({ status: 403, body });
  const refused = await store.put("a", new Uint8Array([1])).catch((failure: unknown) => failure);
  expect(refused).toMatchObject({ status: 403, code: "AccessDenied" });
  expect(JSON.stringify([refused, (refused as Error).message, (refused as Error).stack])).not.toMatch(
    /the-|Lan/,
  );
  expect(asked).toEqual(["PUT /cards/a"]);
});

test("an image that is missing is none, and a bucket that is missing is a fault", async () => {
  const { store } = await plan({ status: 404, body: missing });
  expect(await store.get("a")).toBeUndefined();
  await store.remove("a");
  const without = await plan({ status: 404, body: "<Error><Code>NoSuchBucket</Code></Error>" });
  await expect(without.store.get("a")).rejects.toMatchObject({ code: "NoSuchBucket" });
  await expect(without.store.remove("a")).rejects.toMatchObject({ code: "NoSuchBucket" });
});

test("a redirect is followed to nobody, because what is sent is signed for the bucket alone", async () => {
  const { store, asked } = await plan({ status: 307, headers: { location: "http://127.0.0.1:9/other" } });
  await expect(store.put("a", new Uint8Array([1]))).rejects.toMatchObject({ status: 307, code: "HTTP_307" });
  expect(asked.length).toBe(1);
});
