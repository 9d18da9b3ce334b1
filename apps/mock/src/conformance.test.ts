import { everyClaim } from "@trading-oms/conformance";
import { expect, test } from "vitest";
import { createBroker } from "./create-broker.ts";
import { askEveryClaim } from "./testing/ask-every-claim.ts";
import { fetchWire } from "./testing/fetch-wire.ts";

test("keeps every claim of every document", { timeout: 60_000 }, async () => {
  const asked = await askEveryClaim(createBroker, (broker) => fetchWire(broker.fetch));
  expect(asked).toEqual({ heldCount: everyClaim.length, failing: [], leftOut: [] });
});
