import { ApiError } from "./api-error.ts";
import { readFailure } from "./read-failure.ts";
import type { Settled } from "./settings.ts";

/** What openapi-fetch makes of an answer: an error that is read already, or a success that is not. */
export type Answer = { readonly response: Response; readonly error?: unknown };

/**
 * The data of an answer; an ApiError is thrown for everything that is not the success that was promised, such as
 * one without the lists that its reader would walk through.
 */
export async function readAnswer(
  { response, error }: Answer,
  settled: Settled,
  lists: readonly string[],
): Promise<unknown> {
  if (!response.ok) throw readFailure(response, error, settled);
  const text = await response.text();
  let body: Readonly<Record<string, unknown>> | null | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // A body that is no JSON is malformed, as one of another shape is.
  }
  if (body?.["success"] === false || body?.["isSuccess"] === false || body?.["status"] === "failed") {
    throw readFailure(response, body, settled);
  }
  if (body && !Array.isArray(body) && lists.every((name) => Array.isArray(body[name]))) return body;
  const { status, headers } = response;
  throw new ApiError({
    kind: "malformed",
    status,
    message: `The service answered ${status} with a body that is ${faultOf(text, body)}.`,
    requestId: headers.get("X-Request-Id") ?? undefined,
    raw: body ?? text,
  });
}

function faultOf(text: string, body: unknown): string {
  if (!text) return "empty";
  return body && !Array.isArray(body) ? "not what the interface promises" : "no JSON object";
}
