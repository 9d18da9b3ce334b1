import type { Asked, OperationName } from "./asked.ts";
import type { Call } from "./open-caller.ts";

/** Says what is wrong with the body of an error, by the document. */
export type ErrorJudge = (body: unknown) => readonly string[];

/** What a request came to, and what is wrong with it whether or not something is away. */
export type Judged = Pick<Asked, "outcome" | "fault">;

/** Judges how a call was answered: as it has to be, or by a 503 in the agreed shape that says when to come again. */
export function judgeCall(operation: OperationName, call: Call, judgeError: ErrorJudge): Judged {
  if (call.kind !== "answered") return { outcome: call.kind, fault: undefined };
  const { status, headers, body } = call.answer;
  const isDue = status === (operation === "parseIdCard" ? 400 : 200);
  const value = parse(body);
  if (isDue) return { outcome: "answered", fault: value === undefined ? tell("has no JSON") : undefined };
  if (status !== 503) return { outcome: "answered", fault: tell(body.slice(0, 200)) };
  const faults = value === undefined ? ["has no JSON"] : [...judgeError(value)];
  if (!headers.get("content-type")?.startsWith("application/json")) faults.push("is not application/json");
  if (!/^\d+$/.test(headers.get("retry-after") ?? "")) faults.push("has no Retry-After");
  return { outcome: "failed", fault: faults[0] === undefined ? undefined : tell(faults.join(", ")) };

  function tell(what: string): string {
    return `${operation} was answered by ${status}: ${what}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
