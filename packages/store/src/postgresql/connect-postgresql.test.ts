import { expect, test } from "vitest";
import { hangUpAtOnce } from "../testing/hang-up-at-once.ts";
import { connectPostgresql } from "./connect-postgresql.ts";

test("a server that ends a session in the breath in which it opens it fails the statement, and not the process", async () => {
  const server = await hangUpAtOnce();
  const client = connectPostgresql({ url: server.url });
  await expect(client.query({ text: "select 1" })).rejects.toThrow();
  await client.close();
  await server.close();
});
