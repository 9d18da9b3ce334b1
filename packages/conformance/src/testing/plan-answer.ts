import type { Answer } from "../ask.ts";

/** What an answer of a test is like, where it differs from an empty success in JSON. */
export type PlannedAnswer = {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Makes an answer for a test; a text is its body as it is, anything else is written as JSON. */
export function planAnswer(planned: PlannedAnswer = {}): Answer {
  const { method = "GET", path = "/api/v1/notifications", status = 200, body = "" } = planned;
  const { headers = { "content-type": "application/json; charset=utf-8" } } = planned;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    asked: { method, path, headers: {}, body: undefined },
    status,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
    bytes: new TextEncoder().encode(text),
    text,
  };
}
