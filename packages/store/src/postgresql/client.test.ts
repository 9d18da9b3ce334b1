import { expect, test } from "vitest";
import { startDisconnectingServer } from "../testing/faults/disconnecting-server.ts";
import { startSilentServer } from "../testing/faults/silent-server.ts";
import { connectPostgresql } from "./client.ts";

test("rejects the statement when the server ends the session right after the login", async () => {
  const server = await startDisconnectingServer();
  const client = connectPostgresql({ url: server.url });
  await expect(client.query({ text: "select 1" })).rejects.toThrow();
  await client.close();
  await server.close();
});

test("rejects a statement without a response in time, and closes without waiting for it", async () => {
  const server = await startSilentServer();
  const client = connectPostgresql({ url: server.url, answerMsMax: 200 });
  const beganMs = performance.now();
  await expect(client.query({ text: "select 1" })).rejects.toMatchObject({ code: "unreachable" });
  await client.close();
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  await server.close();
});
