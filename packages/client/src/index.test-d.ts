import type { MarginRatio, NotificationPage, paths, UserNotification } from "@trading-oms/types";
import type { Client as OpenapiClient } from "openapi-fetch";
import createQueryClient, { type OpenapiQueryClient } from "openapi-react-query";
import { expectTypeOf, test } from "vitest";
import { type ApiError, type Client, createClient, toApiError } from "./index.ts";

const client = createClient({ baseUrl: "https://api.example" });

test("the methods return the types of the document", () => {
  expectTypeOf(client.getMarginRatio("FPT")).toEqualTypeOf<Promise<MarginRatio>>();
  expectTypeOf(client.listNotifications({ limit: 5 })).toEqualTypeOf<Promise<NotificationPage>>();
  expectTypeOf(client.everyNotification()).toExtend<AsyncIterable<UserNotification>>();
});

test("calls that the document does not have are type errors", () => {
  // @ts-expect-error: there is no such path.
  client.GET("/api/v1/orders");
  // @ts-expect-error: the path has no such method.
  client.POST("/api/v1/notifications");
  // @ts-expect-error: an amount of money is a number.
  client.setCoveredMarginCall({ accountId: "A-1", symbol: "FPT", amount: "5" });
  // @ts-expect-error: a limit is a number.
  client.listNotifications({ limit: "5" });
});

test("optional members may be undefined", () => {
  const none = undefined as number | undefined;
  const text = undefined as string | undefined;
  client.searchSymbols("fpt", { algoID: text, positionID: text, signal: undefined });
  client.listNotifications({ limit: none, offset: none, timeoutMs: none, retries: none });
  const cover = { accountId: "A-1", symbol: "FPT", amount: 5 };
  client.setCoveredMarginCall(cover, { idempotencyKey: text });
});

test("the client has everything that openapi-fetch's has", () => {
  expectTypeOf<Client>().toExtend<OpenapiClient<paths>>();
  expectTypeOf(createQueryClient(client)).toEqualTypeOf<OpenapiQueryClient<paths>>();
});

test("toApiError takes a result by path", async () => {
  expectTypeOf(toApiError(await client.GET("/api/v1/notifications"))).toEqualTypeOf<ApiError | undefined>();
});

test("the calls of openapi-fetch infer the data from the path", async () => {
  const { data, error } = await client.GET("/api/v1/notifications");
  expectTypeOf(data).toEqualTypeOf<NotificationPage | undefined>();
  expectTypeOf(error).not.toBeAny();
});

test("the kinds of an error are a closed list", () => {
  expectTypeOf<ApiError["kind"]>().not.toEqualTypeOf<string>();
  expectTypeOf<ApiError["raw"]>().toBeUnknown();
  expectTypeOf<Client["use"]>().toBeFunction();
});
