import type {
  AuditEntry,
  CallPage,
  CashResult,
  ContactResult,
  CoverResult,
  paths,
  Shock,
  Status,
} from "@trading-oms/types/operator";
import type { Client as OpenapiClient } from "openapi-fetch";
import { expectTypeOf, test } from "vitest";
import { createClient } from "./index.ts";
import { createOperator, type Operator } from "./operator.gen.ts";

const operator = createOperator({ baseUrl: "https://api.example" });
const reason = "paid";

test("the methods return the types of the document", () => {
  expectTypeOf(operator.listCalls({ due: "today" })).toEqualTypeOf<Promise<CallPage>>();
  expectTypeOf(operator.shockPrices({ percents: [] })).toEqualTypeOf<Promise<Shock>>();
  expectTypeOf(operator.setCover("A-1", "FPT", { amount: 5, reason })).toEqualTypeOf<Promise<CoverResult>>();
  expectTypeOf(operator.addContact("A-1", "FPT", { method: "email", answer: "paid" })).toEqualTypeOf<
    Promise<ContactResult>
  >();
  expectTypeOf(operator.moveCash("A-1", { kind: "deposit", amount: 5, reason })).toEqualTypeOf<
    Promise<CashResult>
  >();
  expectTypeOf(operator.everyAuditEntry("prices")).toExtend<AsyncIterable<AuditEntry>>();
  expectTypeOf(operator.getStatus()).toEqualTypeOf<Promise<Status>>();
});

test("it is made from settings or another client", () => {
  createOperator(createClient({ baseUrl: "https://api.example" }));
  createOperator(operator);
  // @ts-expect-error: there is no base URL.
  createOperator({ token: "t-1" });
});

test("calls that the document does not have are type errors", () => {
  // @ts-expect-error: a path of the companion.
  operator.GET("/companion/v0/accounts");
  // @ts-expect-error: no such filter.
  operator.listCalls({ colour: "red" });
  // @ts-expect-error: no such state.
  operator.listCalls({ state: "healthy" });
  // @ts-expect-error: a change has a reason.
  operator.setCover("A-1", "FPT", { amount: 5 });
  // @ts-expect-error: no such answer.
  operator.addContact("A-1", "FPT", { method: "email", answer: "maybe" });
});

test("optional members may be undefined", () => {
  const none = undefined as number | undefined;
  operator.listAudit("A-1", { limit: none, cursor: none, signal: undefined, actor: undefined });
  operator.setCover("A-1", "FPT", { amount: 5, reason }, { idempotencyKey: undefined, timeoutMs: none });
});

test("it has everything that openapi-fetch's client has", () => {
  expectTypeOf<Operator>().toExtend<OpenapiClient<paths>>();
});
