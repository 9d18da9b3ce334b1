import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { startPostgresql } from "@trading-oms/scratch";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeFolder } from "../../testing/make-folder.ts";
import { startBuiltServer } from "../../testing/start-built-server.ts";

test("a server that starts before PostgreSQL is alive, and ready within seconds of its arrival", async () => {
  const postgresql = await startPostgresql();
  onTestFinished(() => postgresql.remove());
  await postgresql.stop("fast");
  const { origin } = await startBuiltServer({
    DATA_DIR: await makeFolder(),
    DATABASE_URL: postgresql.url,
    DEMONSTRATION: "on",
  });
  const statusOf = (path: string): Promise<number> =>
    fetch(`${origin}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  for (let look = 0; look < 20; look += 1) {
    const seen = [await statusOf("/healthz"), await statusOf("/readyz"), await statusOf("/readyz?store=no")];
    expect(seen).toEqual([200, 503, 503]);
    await new Promise((settle) => setTimeout(settle, 100));
  }
  await postgresql.start();
  await vi.waitFor(async () => expect(await statusOf("/readyz")).toBe(200), {
    timeout: 10_000,
    interval: 50,
  });
  expect(await statusOf("/api/v1/MarketData/GetSymbolSearch/fpt")).toBe(200);
});

test("a server whose connections are swallowed is alive", async () => {
  const swallowing = createServer(() => {}).listen(0, "127.0.0.1");
  onTestFinished(() => void swallowing.close());
  await once(swallowing, "listening");
  const { origin } = await startBuiltServer({
    DATA_DIR: await makeFolder(),
    DATABASE_URL: `postgres://oms@127.0.0.1:${(swallowing.address() as AddressInfo).port}/oms`,
    DEMONSTRATION: "on",
  });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
});
