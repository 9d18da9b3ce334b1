import type { Answer, Ask, Question } from "./ask.ts";
import { BrokenClaim } from "./claim.ts";
import { type Fields, fieldsOf, say } from "./judge.ts";

/** Expects something of an answer, in words for whoever reads that it was not so. */
export function expectThat(answer: Answer, holds: boolean, expected: string): void {
  if (!holds) throw new BrokenClaim(answer.asked, say(answer), expected);
}

/** Expects a part of an answer to be what it has to be, as JSON has it. */
export function expectSame(answer: Answer, what: string, actual: unknown, expected: unknown): void {
  const [came, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (came === wanted) return;
  throw new BrokenClaim(answer.asked, `${answer.status} with ${what} ${cut(came)}`, `${what} ${cut(wanted)}`);
}

function cut(text: string | undefined): string {
  if (text === undefined) return "missing";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Expects an answer to have a status. */
export function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status) throw new BrokenClaim(answer.asked, say(answer), `status ${status}`);
}

/** Expects a header to be there once and to be of a form, and gives its value. */
export function expectHeader(answer: Answer, name: string, form: RegExp): string {
  const values = answer.headers.get(name.toLowerCase()) ?? [];
  const [value = ""] = values;
  if (values.length === 1 && form.test(value)) return value;
  const came = values.length === 0 ? `no ${name}` : `${name}: ${values.join(", ")}`;
  throw new BrokenClaim(answer.asked, `${answer.status} with ${came}`, `${name} like ${form.source}`);
}

/** Expects a body that is an object of JSON, and gives its members. */
export function expectBody(answer: Answer): Fields {
  const value = parse(answer);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new BrokenClaim(answer.asked, say(answer), "an object of JSON");
}

function parse({ text }: Answer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Expects HEAD to be answered as GET is; that it has no body is seen to by whoever reads the wire. */
export async function expectLikeGet(ask: Ask, path: string, question: Question): Promise<void> {
  const get = await ask("GET", path, question);
  expectStatus(get, 200);
  const head = await ask("HEAD", path, question);
  expectSame(head, "status", head.status, get.status);
  for (const name of ["content-type", "cache-control", "www-authenticate"]) {
    expectSame(head, name, headerOf(head, name), headerOf(get, name));
  }
  expectSame(head, "the presence of ETag", head.headers.has("etag"), get.headers.has("etag"));
}

function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.get(name)?.join(", ");
}

/** Expects a 400 in the shape of operation 1, which names the parameter that is at fault. */
export function expectProblem(answer: Answer, parameter: string): void {
  expectStatus(answer, 400);
  expectHeader(answer, "Content-Type", /^application\/problem\+json/);
  const { title, status, errors } = expectBody(answer);
  expectThat(answer, typeof title === "string" && title !== "", "a `title`");
  expectThat(answer, status === 400, "`status` 400 in the body");
  expectThat(answer, parameter in fieldsOf(errors), `\`errors\` that name ${parameter}`);
}

/** Expects a 400 in the shape of operations 2 to 5, which names the field that is at fault. */
export function expectRefusal(answer: Answer, field: string): void {
  expectStatus(answer, 400);
  expectHeader(answer, "Content-Type", /^application\/json/);
  const { error, message, details, status } = expectBody(answer);
  expectThat(answer, typeof error === "string" && /^[a-z_]+$/.test(error), "a stable code as `error`");
  expectThat(answer, typeof message === "string" && message !== "", "a `message` for a person");
  expectThat(answer, status === 400, "`status` 400 in the body");
  const fields = Array.isArray(details)
    ? details.map((each) => fieldsOf(each)["field"])
    : Object.keys(fieldsOf(details));
  expectThat(answer, fields.includes(field), `\`details\` that name ${field}`);
}

/** Expects a 404 in the shape of an ErrorResponse. */
export function expectNotFound(answer: Answer): void {
  expectStatus(answer, 404);
  expectHeader(answer, "Content-Type", /^application\/json/);
  const { error, message, status } = expectBody(answer);
  expectThat(answer, typeof error === "string" && error !== "", "a stable code as `error`");
  expectThat(answer, typeof message === "string" && message !== "", "a `message` for a person");
  expectThat(answer, status === 404, "`status` 404 in the body");
}
