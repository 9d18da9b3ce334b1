import { readFailure } from "./read-failure.ts";
import type { Settled } from "./settings.ts";

/** What openapi-fetch makes of an answer: an error that is read already, or a success that is not. */
export type Answer = { readonly response: Response; readonly error?: unknown };

/**
 * The data of an answer; an ApiError is thrown for everything that is not the success that was promised, such as
 * one without the list that its reader would walk through.
 */
export async function readAnswer(
  { response, error }: Answer,
  settled: Settled,
  list: string | undefined,
): Promise<unknown> {
  if (!response.ok) throw readFailure(response, error, settled);
  const text = await response.text();
  let body: Readonly<Record<string, unknown>> | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // A body that is no JSON is malformed, as one of another shape is.
  }
  if (body?.["success"] === false || body?.["isSuccess"] === false || body?.["status"] === "failed") {
    throw readFailure(response, body, settled);
  }
  if (body instanceof Object && Array.isArray(list ? body[list] : body) === !!list) return body;
  throw readFailure(response, body ?? text, settled, "malformed");
}
