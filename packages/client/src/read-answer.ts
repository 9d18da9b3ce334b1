import { ApiError } from "./api-error.ts";
import { type Reading, readFailure, readRefusal } from "./read-failure.ts";

type Members = Readonly<Record<string, unknown>>;

/** Whether a body is what an operation promises, as far as its required members go. */
export type Promised = (body: Members) => boolean;

/** What openapi-fetch makes of an answer: an error that is read already, or a success that is not. */
export type Answer = { readonly response: Response; readonly error?: unknown };

/** The data of an answer; an ApiError is thrown for everything that is not the success that was promised. */
export async function readAnswer<Data>(
  answer: Promise<Answer>,
  promised: Promised,
  reading: Reading,
): Promise<Data> {
  const { response, error } = await answer;
  if (!response.ok) throw readFailure(response, error, reading);
  const text = await response.text();
  const body = parse(text);
  if (!isMembers(body)) throw malformed(response, body, describe(response, text));
  if (saysNo(body)) throw readRefusal(response, body, reading);
  if (!promised(body)) throw malformed(response, body, "lacks members that the interface promises");
  return body as Data;
}

/** A body that is no JSON stays the text that it is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isMembers(body: unknown): body is Members {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

/** Three ways in which the operations of this interface refuse with a status of 200. */
function saysNo(body: Members): boolean {
  return body["success"] === false || body["isSuccess"] === false || body["status"] === "failed";
}

function describe(response: Response, text: string): string {
  if (text === "") return "is empty";
  const type = response.headers.get("Content-Type")?.split(";")[0];
  return type === undefined || type.endsWith("json") ? "is no JSON object" : `is ${type}, not JSON`;
}

function malformed(response: Response, raw: unknown, fault: string): ApiError {
  return new ApiError({
    kind: "malformed",
    status: response.status,
    message: `The service answered ${response.status}, but the body ${fault}.`,
    requestId: response.headers.get("X-Request-Id") ?? undefined,
    raw,
  });
}
