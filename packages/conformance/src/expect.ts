import type { Answer, Ask, RequestOptions } from "./ask.ts";
import { describeAnswer, type Fields, fieldsOf } from "./check-answer.ts";
import { BrokenClaim } from "./claim.ts";

/** Throws a BrokenClaim unless the condition holds. `expected` describes it in the report. */
export function expectThat(answer: Answer, holds: boolean, expected: string): void {
  if (!holds) throw new BrokenClaim(answer.asked, describeAnswer(answer), expected);
}

/** Expects a part of an answer to be equal to a value, compared as JSON. */
export function expectSame(answer: Answer, what: string, actual: unknown, expected: unknown): void {
  const [came, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (came === wanted) return;
  throw new BrokenClaim(answer.asked, `${answer.status} with ${what} ${cut(came)}`, `${what} ${cut(wanted)}`);
}

function cut(text: string | undefined): string {
  if (text === undefined) return "missing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

export function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status)
    throw new BrokenClaim(answer.asked, describeAnswer(answer), `status ${status}`);
}

/** Expects exactly one header of this name that matches, and returns its value. */
export function expectHeader(answer: Answer, name: string, form: RegExp): string {
  const values = answer.headers.get(name.toLowerCase()) ?? [];
  const [value = ""] = values;
  if (values.length === 1 && form.test(value)) return value;
  const came = values.length === 0 ? `no ${name}` : `${name}: ${values.join(", ")}`;
  throw new BrokenClaim(answer.asked, `${answer.status} with ${came}`, `${name} like ${form.source}`);
}

/** Expects the body to be a JSON object, and returns it. */
export function expectBody(answer: Answer): Fields {
  const value = parse(answer);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new BrokenClaim(answer.asked, describeAnswer(answer), "a JSON object");
}

/** Expects a 200 with a JSON object, and returns it. */
export function expectOk(answer: Answer): Fields {
  expectStatus(answer, 200);
  return expectBody(answer);
}

/** Expects numbers to be in ascending order, and each once if `isStrict`. */
export function expectAscending(
  answer: Answer,
  what: string,
  numbers: readonly number[],
  isStrict = false,
): void {
  const all = isStrict ? [...new Set(numbers)] : numbers;
  expectSame(
    answer,
    what,
    numbers,
    all.toSorted((one, other) => one - other),
  );
}

function parse({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Expects the same status and headers for HEAD as for GET. `openWire` checks that HEAD has no body. */
export async function expectLikeGet(ask: Ask, path: string, options: RequestOptions): Promise<void> {
  const get = await ask("GET", path, options);
  expectStatus(get, 200);
  const head = await ask("HEAD", path, options);
  expectSame(head, "status", head.status, get.status);
  for (const name of ["content-type", "cache-control", "www-authenticate"]) {
    expectSame(head, name, headerOf(head, name), headerOf(get, name));
  }
  expectSame(head, "the presence of ETag", head.headers.has("etag"), get.headers.has("etag"));
}

function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.get(name)?.join(", ");
}

/** Expects the 400 of operation 1 (problem+json) with an error for this parameter. */
export function expectProblem(answer: Answer, parameter: string): void {
  expectStatus(answer, 400);
  expectHeader(answer, "Content-Type", /^application\/problem\+json/);
  const { title, status, errors } = expectBody(answer);
  expectThat(answer, typeof title === "string" && title !== "", "a `title`");
  expectThat(answer, status === 400, "`status` 400 in the body");
  expectThat(answer, parameter in fieldsOf(errors), `\`errors\` with ${parameter}`);
}

/** Expects the 400 of operations 2 to 5 with a detail for this field. */
export function expectRefusal(answer: Answer, field: string): void {
  expectStatus(answer, 400);
  expectHeader(answer, "Content-Type", /^application\/json/);
  const { error, message, details, status } = expectBody(answer);
  expectThat(answer, typeof error === "string" && /^[a-z_]+$/.test(error), "a stable code as `error`");
  expectThat(answer, typeof message === "string" && message !== "", "a `message` for people");
  expectThat(answer, status === 400, "`status` 400 in the body");
  const fields = Array.isArray(details)
    ? details.map((each) => fieldsOf(each)["field"])
    : Object.keys(fieldsOf(details));
  expectThat(answer, fields.includes(field), `\`details\` with ${field}`);
}

/** Expects a 404 with an ErrorResponse as its body. */
export function expectNotFound(answer: Answer): void {
  expectStatus(answer, 404);
  expectHeader(answer, "Content-Type", /^application\/json/);
  const { error, message, status } = expectBody(answer);
  expectThat(answer, typeof error === "string" && error !== "", "a stable code as `error`");
  expectThat(answer, typeof message === "string" && message !== "", "a `message` for people");
  expectThat(answer, status === 404, "`status` 404 in the body");
}
