import type { Rubbish } from "./make-rubbish.ts";
import { oddParts } from "./odd-parts.ts";
import type { WireAnswer } from "./read-answer.ts";
import type { Reply } from "./send-rubbish.ts";

/** The statuses that the document has for whatever is wrong with a request; it declares no other. */
const errorStatuses = new Set([400, 401, 404, 405, 408, 413, 415, 429, 431, 503]);

/** A success is one if the rubbish was none after all; `/` leads to the page, and browsers ask by OPTIONS. */
const otherStatuses = new Set([200, 204, 302]);

/** A stack, a file of ours, or a statement. */
const insideForm = /\bat [^ ]+ ?\(|:\d+:\d+|node_modules|node:internal|\.[jt]s\b|\/tmp\/|select .* from /i;

/** Says what is wrong with how rubbish was answered; the judge of an error's body is handed in. */
export function judgeReply(
  { bytes, isRefusedAsWhole }: Rubbish,
  { answers, faults }: Reply,
  judgeError: (body: unknown) => readonly string[],
): string[] {
  const isNothing = /^[\r\n]*$/.test(bytes.toString("latin1"));
  if (answers.length === 0 && faults.length === 0) return isNothing ? [] : ["there was no answer"];
  const statuses = answers.map(({ status }) => status).join(", ");
  if (isRefusedAsWhole && statuses !== "400") return [`is answered by ${statuses} instead of 400 alone`];
  return [...faults, ...answers.flatMap((answer) => judgeAnswer(answer, judgeError))];
}

function judgeAnswer(
  { status, headers, body }: WireAnswer,
  judgeError: (body: unknown) => readonly string[],
): string[] {
  const faults: string[] = [];
  if (!errorStatuses.has(status) && !otherStatuses.has(status)) faults.push(`${status} is declared nowhere`);
  if (!headers.has("x-request-id")) faults.push(`${status} has no X-Request-Id`);
  const all = [...headers.values(), body].join("\n");
  if (all.includes(oddParts.leakMark)) faults.push(`${status} repeats what was sent`);
  if (headers.has(oddParts.injected)) faults.push(`${status} has a header that was sent in the path`);
  if (status < 400 || body === "") return faults;
  if (!headers.get("content-type")?.startsWith("application/json")) faults.push(`${status} is not JSON`);
  if (insideForm.test(body)) faults.push(`${status} tells of its inside: ${body.slice(0, 200)}`);
  try {
    faults.push(...judgeError(JSON.parse(body)));
  } catch {
    faults.push(`${status} has a body that is not JSON: ${body.slice(0, 100)}`);
  }
  return faults;
}
