import type { Answer } from "../ask.ts";

/** The parts of a test answer that differ from an empty JSON success. */
export type PlannedAnswer = {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Makes an answer for a test. A string is the body; any other value is sent as JSON. */
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
