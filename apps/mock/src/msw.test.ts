/** The line for MSW of docs/testing-and-mocks.md: calls are answered, and one that is given up prints nothing. */
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { createBroker } from "./create-broker.ts";

test("a handler of MSW answers, and a call that is given up prints no stack", async () => {
  const broker = await createBroker({ speed: 0 });
  const server = setupServer(
    http.all("https://api.example/*", ({ request }) =>
      broker.fetch(request).catch(() => HttpResponse.error()),
    ),
  );
  server.listen();
  onTestFinished(async () => {
    server.close();
    await broker.close();
  });
  const printed = (["error", "warn"] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
  onTestFinished(() => void vi.restoreAllMocks());
  const ratio = "https://api.example/api/v1/diagnostics/margin-ratios/FPT";
  const headers = { authorization: `Bearer ${await broker.user("demo")}` };
  expect((await fetch(ratio, { headers })).status).toBe(200);
  broker.delay(60_000);
  await expect(fetch(ratio, { headers, signal: AbortSignal.timeout(50) })).rejects.toThrow("timeout");
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(printed.map(({ mock }) => mock.calls)).toEqual([[], []]);
});
