import { everyClaim } from "@trading-oms/conformance";
import { expect, test } from "vitest";
import { createBroker } from "./create-broker.ts";
import { askEveryClaim } from "./testing/ask-every-claim.ts";
import { fetchWire } from "./testing/fetch-wire.ts";

test("keeps every claim of every document", { timeout: 60_000 }, async () => {
  const broker = await createBroker({ speed: 0 });
  const { count, failing } = await askEveryClaim(broker, fetchWire(broker.fetch));
  await broker.close();
  expect(failing).toEqual([]);
  expect(count).toBe(everyClaim.length);
});
