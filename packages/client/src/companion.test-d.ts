import type {
  Account,
  AccountList,
  CoverPreview,
  MarketState,
  MinutePrices,
  Movement,
  MovementPage,
  NotificationCount,
  paths,
} from "@trading-oms/types/companion";
import type { Client as OpenapiClient } from "openapi-fetch";
import { expectTypeOf, test } from "vitest";
import { type Companion, createCompanion } from "./companion.gen.ts";
import { createClient } from "./index.ts";

const companion = createCompanion({ baseUrl: "https://api.example" });

test("the methods return the types of the document", () => {
  expectTypeOf(companion.listAccounts()).toEqualTypeOf<Promise<AccountList>>();
  expectTypeOf(companion.getAccount("A-1")).toEqualTypeOf<Promise<Account>>();
  expectTypeOf(companion.previewCover("A-1", "FPT", { amount: 5 }, { language: "vi" })).toEqualTypeOf<
    Promise<CoverPreview>
  >();
  expectTypeOf(companion.listMovements("A-1", { limit: 5 })).toEqualTypeOf<Promise<MovementPage>>();
  expectTypeOf(companion.everyMovement("A-1")).toExtend<AsyncIterable<Movement>>();
  expectTypeOf(companion.countNotifications()).toEqualTypeOf<Promise<NotificationCount>>();
  expectTypeOf(companion.getMarket()).toEqualTypeOf<Promise<MarketState>>();
  expectTypeOf(companion.listPrices("FPT")).toEqualTypeOf<Promise<MinutePrices>>();
});

test("it is made from settings or another client", () => {
  createCompanion(createClient({ baseUrl: "https://api.example" }));
  createCompanion(companion);
  // @ts-expect-error: there is no base URL.
  createCompanion({ token: "t-1" });
});

test("calls that the document does not have are type errors", () => {
  // @ts-expect-error: a path of the specified document.
  companion.GET("/api/v1/notifications");
  // @ts-expect-error: neither ids nor through.
  companion.readNotifications({});
  // @ts-expect-error: an amount of money is a number.
  companion.previewCover("A-1", "FPT", { amount: "5" });
});

test("optional members may be undefined", () => {
  const none = undefined as number | undefined;
  companion.listMovements("A-1", { limit: none, cursor: none, signal: undefined });
  companion.previewCover("A-1", "FPT", { amount: 5 }, { language: undefined, timeoutMs: none });
});

test("it has everything that openapi-fetch's client has", () => {
  expectTypeOf<Companion>().toExtend<OpenapiClient<paths>>();
});
