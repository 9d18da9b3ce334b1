import { storeErrorCodeOf } from "@trading-oms/brokerage";
import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Failure } from "../failure.ts";
import { fail } from "./failures.ts";
import { malformedJson } from "./json-body.ts";
import type { AppEnv, ContextServices } from "./request-context.ts";

/** Thrown by a handler to answer with a failure of the table. */
export class Refusal extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

export function refuseField(field: string, message: string): Refusal {
  return new Refusal({ code: "invalid_request", issues: [{ field, message }] });
}

/** Maps errors to answers: a `Refusal` by the table, a store error by its code, anything else as 500 without detail. */
export function answerThrown(
  services: Pick<ContextServices, "log" | "noteStoreFailure">,
): ErrorHandler<AppEnv> {
  return (thrown, c) => {
    const request = {
      requestId: c.get("requestId"),
      traceId: c.get("trace").traceId,
      operation: c.get("operation"),
    };
    if (thrown instanceof Refusal) {
      if (thrown.failure.code === "amounts_too_large")
        services.log({ level: "error", event: "figure too large for an answer", ...request });
      return fail(c, thrown.failure);
    }
    // Only Hono's validator throws an HTTPException, and only for malformed JSON.
    if (thrown instanceof HTTPException) return fail(c, malformedJson);
    const reason = storeErrorCodeOf(thrown);
    if (reason === undefined) {
      services.log({ level: "error", event: "unexpected failure", ...request, thrown });
      return fail(c, { code: "unexpected" });
    }
    c.set("reason", reason);
    if (reason === "busy") return fail(c, { code: "too_busy" });
    services.noteStoreFailure?.(reason);
    return fail(c, { code: "store_unavailable" });
  };
}
