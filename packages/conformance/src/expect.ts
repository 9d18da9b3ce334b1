import type { Answer, Ask, RequestOptions } from "./ask.ts";
import { expectThat, parseBody } from "./broken-claim.ts";
import { type Fields, fieldsOf } from "./fields.ts";

export { expectThat };

/** Expects a part of an answer to be equal to a value, compared as JSON. */
export function expectSame(answer: Answer, what: string, actual: unknown, expected: unknown): void {
  const [came, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  const described = `${answer.status} with ${what} ${cut(came)}`;
  expectThat(answer, came === wanted, `${what} ${cut(wanted)}`, described);
}

function cut(text: string | undefined): string {
  if (text === undefined) return "missing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

export function expectStatus(answer: Answer, status: number): void {
  expectThat(answer, answer.status === status, `status ${status}`);
}

/** Expects exactly one header of this name that matches, and returns its value. */
export function expectHeader(answer: Answer, name: string, form: RegExp): string {
  const values = answer.headers.get(name.toLowerCase()) ?? [];
  const [value = ""] = values;
  const came = values.length === 0 ? `no ${name}` : `${name}: ${values.join(", ")}`;
  const isLike = values.length === 1 && form.test(value);
  expectThat(answer, isLike, `${name} like ${form.source}`, `${answer.status} with ${came}`);
  return value;
}

/** Expects the body to be a JSON object, and returns it. */
export function expectBody(answer: Answer): Fields {
  const value = parseBody(answer);
  expectThat(answer, typeof value === "object" && value !== null && !Array.isArray(value), "a JSON object");
  return fieldsOf(value);
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

/** Expects rows with a `time` that begin at full minutes, each once and in order, and returns the times. */
export function expectFullMinutes(answer: Answer, rows: readonly Fields[]): readonly number[] {
  const times = rows.map(({ time }) => Number(time));
  expectAscending(answer, "the times", times, true);
  const areFull = times.every((time) => time % 60_000 === 0);
  expectThat(answer, areFull, "times of full minutes");
  return times;
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

/** How often an answer may change between two requests, such as where prices move. */
const tagTriesMax = 20;

/** Expects a strong tag, and a 304 while nothing has changed. Returns the tag. */
export async function expectTagged(ask: Ask, path: string, options: RequestOptions): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const tag = expectHeader(await ask("GET", path, options), "ETag", /^"[^"]+"$/);
    const again = await ask("GET", path, { ...options, headers: { "If-None-Match": tag } });
    if (again.status === 200 && tries < tagTriesMax) continue;
    expectStatus(again, 304);
    expectSame(again, "the body", again.text, "");
    return tag;
  }
}
