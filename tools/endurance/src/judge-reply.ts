import type { Rubbish } from "./make-rubbish.ts";
import { oddParts } from "./odd-parts.ts";
import type { WireAnswer } from "./read-answer.ts";
import type { Reply } from "./send-rubbish.ts";

/** The statuses that the document has for whatever is wrong with a request; it declares no other. */
const errorStatuses = new Set([400, 401, 404, 405, 408, 413, 415, 429, 431, 503]);

/** A success is one if the rubbish was none after all; `/` leads to the page, and browsers ask by OPTIONS. */
const otherStatuses = new Set([200, 204, 302, 304]);

/** Judges of bodies, by what they are bodies of; each says what is wrong. */
export type BodyJudges = Readonly<
  Record<"error" | "problem" | "search", (body: unknown) => readonly string[]>
>;

/** A stack, a file of ours, or a statement. */
const insideForm = /\bat [^ ]+ ?\(|:\d+:\d+|node_modules|node:internal|\.[jt]s\b|\/tmp\/|select .* from /i;

/** Says what is wrong with how rubbish was answered; the judge of an error's body is handed in. */
export function judgeReply(
  { bytes, isRefusedAsWhole }: Rubbish,
  { answers, faults }: Reply,
  judges: BodyJudges,
): string[] {
  const isNothing = /^[\r\n]*$/.test(bytes.toString("latin1"));
  if (answers.length === 0 && faults.length === 0) return isNothing ? [] : ["there was no answer"];
  const statuses = answers.map(({ status }) => status).join(", ");
  if (isRefusedAsWhole && statuses !== "400") return [`is answered by ${statuses} instead of 400 alone`];
  return [...faults, ...answers.flatMap((answer) => judgeAnswer(answer, bytes, judges))];
}

function judgeAnswer({ status, headers, body }: WireAnswer, bytes: Buffer, judges: BodyJudges): string[] {
  const faults: string[] = [];
  if (!errorStatuses.has(status) && !otherStatuses.has(status)) faults.push(`${status} is declared nowhere`);
  if (!headers.has("x-request-id")) faults.push(`${status} has no X-Request-Id`);
  const all = [...headers.values(), body].join("\n");
  if (all.includes(oddParts.leakMark)) faults.push(`${status} repeats what was sent`);
  if (headers.has(oddParts.injected)) faults.push(`${status} has a header that was sent in the path`);
  if (status === 304) return [...faults, ...judgeUnchanged(headers, body, bytes)];
  if (body === "") return faults;
  const isSearched = bytes.includes(oddParts.searches);
  const type = headers.get("content-type") ?? "";
  if (status < 400) {
    // Only the answer to a search is nothing but JSON that a request may reach into.
    if (status === 200 && isSearched && type.startsWith("application/json")) {
      faults.push(...judgeJson(status, body, judges.search));
    }
    return faults;
  }
  if (insideForm.test(body)) faults.push(`${status} tells of its inside: ${body.slice(0, 200)}`);
  if (status === 400 && isSearched && type.startsWith("application/problem+json")) {
    return [...faults, ...judgeJson(status, body, judges.problem)];
  }
  if (!type.startsWith("application/json")) faults.push(`${status} is not JSON`);
  return [...faults, ...judgeJson(status, body, judges.error)];
}

/** Whoever is told that nothing changed has asked about a tag, and is told the tag of what there is. */
function judgeUnchanged(headers: WireAnswer["headers"], body: string, bytes: Buffer): string[] {
  const faults: string[] = [];
  if (!/if-none-match/i.test(bytes.toString("latin1"))) faults.push("304 was not asked for");
  if (!headers.has("etag")) faults.push("304 has no ETag");
  if (body !== "") faults.push("304 has a body");
  return faults;
}

function judgeJson(
  status: number,
  body: string,
  judge: (body: unknown) => readonly string[],
): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [`${status} has a body that is not JSON: ${body.slice(0, 100)}`];
  }
  return judge(value);
}
