import type { Account, Hello, LiveQuote, MarketState, Notification } from "@trading-oms/types/companion";
import { expectTypeOf, test } from "vitest";
import { createCompanion } from "./companion.gen.ts";
import { createClient } from "./index.ts";
import { type LiveEvent, type LiveOptions, live } from "./live.ts";

const settings = { baseUrl: "https://api.example" };

test("the name of an event tells its data", () => {
  const read = (live: LiveEvent): void => {
    if (live.event === "hello") expectTypeOf(live.data).toEqualTypeOf<Hello>();
    if (live.event === "market") expectTypeOf(live.data).toEqualTypeOf<MarketState>();
    if (live.event === "quote") expectTypeOf(live.data).toEqualTypeOf<LiveQuote>();
    if (live.event === "account") expectTypeOf(live.data).toEqualTypeOf<Account>();
    if (live.event === "notification") {
      expectTypeOf(live.data).toEqualTypeOf<Notification>();
      expectTypeOf(live.id).toEqualTypeOf<string>();
      expectTypeOf(live.data.id).toExtend<LiveOptions["after"]>();
    }
  };
  expectTypeOf(read).toBeFunction();
});

test("pings and byes are not passed on", () => {
  expectTypeOf<LiveEvent["event"]>().toEqualTypeOf<
    "hello" | "market" | "quote" | "account" | "notification"
  >();
});

test("it is a loop over events, of settings or a client", () => {
  expectTypeOf(live(settings, {})).toExtend<AsyncIterable<LiveEvent>>();
  live(createClient(settings), { symbols: ["FPT"], signal: undefined, after: undefined, fields: undefined });
  live(createCompanion(settings), { accounts: ["A-1"], fields: "depth" });
});

test("options that the document does not have are type errors", () => {
  // @ts-expect-error: there are no such fields.
  live(settings, { fields: "all" });
  // @ts-expect-error: symbols are a list.
  live(settings, { symbols: "FPT" });
});
