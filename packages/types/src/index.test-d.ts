import { expectTypeOf, test } from "vitest";
import type {
  CoveredMarginCallRequest,
  components,
  ErrorResponse,
  IdCardRequest,
  MarginRatio,
  NotificationPage,
  operations,
  paths,
  SymbolEntry,
  UserNotification,
} from "./index.ts";

test("required members are required and all others are optional", () => {
  expectTypeOf<CoveredMarginCallRequest>().toEqualTypeOf<{
    accountId: string;
    symbol: string;
    amount: number;
  }>();
  expectTypeOf<IdCardRequest>().toEqualTypeOf<{
    frontImage: string;
    backImage?: string;
    portraitImage?: string;
  }>();
  expectTypeOf<MarginRatio["marginRatio"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<NotificationPage["limit"]>().toEqualTypeOf<number>();
});

test("an open object accepts unknown members, and a closed one does not", () => {
  expectTypeOf<{ symbol: string; rating: number }>().toExtend<SymbolEntry>();
  // @ts-expect-error: the request has three members, and `note` is not one of them.
  const request: CoveredMarginCallRequest = { accountId: "A-1", symbol: "FPT", amount: 1, note: "" };
  expectTypeOf(request).toEqualTypeOf<CoveredMarginCallRequest>();
});

test("an enum is a union of its values", () => {
  expectTypeOf<NonNullable<UserNotification["type"]>>().toEqualTypeOf<
    "MarginCall" | "ForceClose" | "Deposit" | "Withdraw"
  >();
});

test("a nullable member includes null, and no other member does", () => {
  expectTypeOf<null>().toExtend<SymbolEntry["info"]>();
  // @ts-expect-error: a symbol is never null.
  const symbol: SymbolEntry["symbol"] = null;
  expectTypeOf(symbol).toEqualTypeOf<string | undefined>();
});

test("the `error` of an error body is a code or the nested error of a gateway", () => {
  expectTypeOf<string>().toExtend<ErrorResponse["error"]>();
  expectTypeOf<{ code: number; reason: string }>().toExtend<ErrorResponse["error"]>();
});

test("operations are found by their ids and by their paths", () => {
  expectTypeOf<paths["/api/v1/notifications"]["get"]>().toEqualTypeOf<operations["listNotifications"]>();
});

test("a schema is exported by its name", () => {
  expectTypeOf<MarginRatio>().toEqualTypeOf<components["schemas"]["MarginRatio"]>();
});

test("no schema has the name of a global type of browsers", () => {
  expectTypeOf<Extract<keyof components["schemas"], "Notification" | "Response" | "Request">>().toBeNever();
});
