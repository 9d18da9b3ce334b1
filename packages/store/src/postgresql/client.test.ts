import { expect, test } from "vitest";
import { fallSilent } from "../testing/fall-silent.ts";
import { hangUpAtOnce } from "../testing/hang-up-at-once.ts";
import { connectPostgresql } from "./client.ts";

test("a server that ends a session in the breath in which it opens it fails the statement, and not the process", async () => {
  const server = await hangUpAtOnce();
  const client = connectPostgresql({ url: server.url });
  await expect(client.query({ text: "select 1" })).rejects.toThrow();
  await client.close();
  await server.close();
});

test("a server that falls silent fails the statement in time, and closing waits for nothing", async () => {
  const server = await fallSilent();
  const client = connectPostgresql({ url: server.url, answerMsMax: 200 });
  const beganMs = performance.now();
  await expect(client.query({ text: "select 1" })).rejects.toMatchObject({ code: "unreachable" });
  await client.close();
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  await server.close();
});
