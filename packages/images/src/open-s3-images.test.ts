import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { openS3Images } from "./open-s3-images.ts";

type Answer = { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };

/** A fake storage with one answer for each request. The last answer repeats. */
async function plan(...answers: readonly (Answer | "silent" | "hang-up")[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(`${request.method} ${request.url}`);
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
  return { requests, store: openS3Images({ bucketUrl: `http://127.0.0.1:${port}/cards/`, ...access }) };
}

const missing = "<Error><Code>NoSuchKey</Code></Error>";

test("tries three times when the storage is busy or hangs up", async () => {
  const { store, requests } = await plan({ status: 503 }, "hang-up", { status: 200 });
  await store.put("a", new Uint8Array([1]));
  expect(requests).toEqual(["PUT /cards/a", "PUT /cards/a", "PUT /cards/a"]);
  const failing = await plan({ status: 500, body: "<Error><Code>InternalError</Code></Error>" });
  await expect(failing.store.get("a")).rejects.toMatchObject({ status: 500, code: "InternalError" });
  expect(failing.requests.length).toBe(3);
});

test("times out when the storage does not answer, even if garbage is collected meanwhile", async () => {
  setFlagsFromString("--expose-gc");
  const collecting = setInterval(runInNewContext("gc") as () => void, 50);
  onTestFinished(() => clearInterval(collecting));
  const { store } = await plan("silent");
  const began = performance.now();
  await expect(store.put("a", new Uint8Array([1]))).rejects.toMatchObject({ name: "TimeoutError" });
  expect(performance.now() - began).toBeLessThan(3_000);
});

test("reports a refusal by status and code, without its message or the credentials", async () => {
  const body = "<Error><Code>AccessDenied</Code><Message>the-id may not read front of Lan</Message></Error>";
  const { store, requests } = await plan({ status: 403, body });
  const refused = await store.put("a", new Uint8Array([1])).catch((failure: unknown) => failure);
  expect(refused).toMatchObject({ status: 403, code: "AccessDenied" });
  expect(JSON.stringify([refused, (refused as Error).message, (refused as Error).stack])).not.toMatch(
    /the-|Lan/,
  );
  expect(requests).toEqual(["PUT /cards/a"]);
});

test("returns undefined for a missing image and throws for a missing bucket", async () => {
  const { store } = await plan({ status: 404, body: missing });
  expect(await store.get("a")).toBeUndefined();
  await store.remove("a");
  const without = await plan({ status: 404, body: "<Error><Code>NoSuchBucket</Code></Error>" });
  await expect(without.store.get("a")).rejects.toMatchObject({ code: "NoSuchBucket" });
  await expect(without.store.remove("a")).rejects.toMatchObject({ code: "NoSuchBucket" });
});

test("follows no redirect, because the signature is for the bucket only", async () => {
  const { store, requests } = await plan({ status: 307, headers: { location: "http://127.0.0.1:9/other" } });
  await expect(store.put("a", new Uint8Array([1]))).rejects.toMatchObject({ status: 307, code: "HTTP_307" });
  expect(requests.length).toBe(1);
});
