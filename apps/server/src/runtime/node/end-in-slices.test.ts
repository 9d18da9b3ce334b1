import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { endInSlices } from "./end-in-slices.ts";

async function send(body: string | Uint8Array): Promise<Buffer> {
  const server = createServer((_incoming, outgoing) => endInSlices(outgoing, body)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    headers: { connection: "close" },
  });
  return Buffer.from(await answer.arrayBuffer());
}

test.each([0, 1, 262_144, 262_145, 327_680, 5_000_001])("%i bytes arrive as they were", async (length) => {
  const body = randomBytes(length);
  expect((await send(body)).equals(body)).toBe(true);
});

test.each([
  ["o".repeat(262_144), 0],
  ["ồ".repeat(100_000), 5],
])("what is large is told by its bytes, and not by its letters", async (body, sliceCount) => {
  const write = vi.spyOn(ServerResponse.prototype, "write");
  onTestFinished(() => write.mockRestore());
  expect((await send(body)).toString()).toBe(body);
  expect(write).toHaveBeenCalledTimes(sliceCount);
});

test("a long text arrives letter by letter, whatever the letters take", async () => {
  const body = "đồng ".repeat(100_000);
  expect((await send(body)).toString()).toBe(body);
});
