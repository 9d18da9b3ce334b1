import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answer, WireRequest } from "./ask.ts";
import { expectThat, parseBody } from "./broken-claim.ts";
import { documents } from "./documents.gen.ts";
import { type Fields, fieldsOf, resolveReference } from "./fields.ts";
import { type Operation, operations } from "./operations.ts";
import { isBodiless } from "./parse-response.ts";

/** Throws a BrokenClaim unless a document declares the status, media type and body of the answer. */
type AnswerCheck = (answer: Answer) => void;

/** The statuses that a document's `default` response allows for every operation. */
const otherStatuses = [405, 408, 413, 415, 429, 431, 503];

/**
 * Creates a check. Schemas are compiled on first use. With `isClosed`, objects that the document leaves neither open nor
 * closed must not have unknown members.
 */
export function makeAnswerCheck({ isClosed }: { readonly isClosed: boolean }): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const { name, document } of documents) {
    ajv.addSchema(isClosed ? closeSchemas(document) : document, name);
  }
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (name: string, pointer: string): ValidateFunction => {
    const place = `${name}${encodeURI(pointer)}`;
    const known = compiled.get(place) ?? ajv.compile({ $ref: place });
    compiled.set(place, known);
    return known;
  };
  return (answer) => {
    const { asked, status } = answer;
    if (status >= 400) checkLeaks(answer);
    const operation = findOperation(asked);
    if (operation === undefined) return;
    const { responses, pointer, holder } = operation;
    const key = responses[status] === undefined ? "default" : String(status);
    const declared = Object.keys(responses).filter((each) => each !== "default");
    const isDeclared = key !== "default" || otherStatuses.includes(status);
    expectThat(answer, isDeclared, `one of the declared statuses: ${declared.join(", ")}`);
    const place = `${pointer}/responses/${key}`;
    const [response, found] = resolveReference(holder.document, responses[key], place);
    if (isBodiless(asked.method, status)) return;
    const type = checkMediaType(answer, fieldsOf(response["content"]));
    if (type === undefined) return;
    const schema = `${found}/content/${type.replaceAll("/", "~1")}/schema`;
    evaluateSchema(answer, validatorAt(holder.name, schema), type);
  };
}

function checkMediaType(answer: Answer, content: Fields): string | undefined {
  const declared = Object.keys(content);
  const types = answer.headers.get("content-type") ?? [];
  if (declared.length === 0) {
    expectThat(answer, answer.bytes.length === 0, "no body");
    return undefined;
  }
  const [type = "", ...parameters] = (types[0] ?? "").split(";").map((part) => part.trim().toLowerCase());
  const isText = parameters.every((parameter) => parameter === "charset=utf-8");
  const isOne = types.length === 1 && declared.includes(type) && isText;
  const came = types.length === 0 ? "no Content-Type" : `Content-Type ${types.join(", ")}`;
  expectThat(answer, isOne, `Content-Type ${declared.join(" or ")}`, `${answer.status} with ${came}`);
  return type;
}

function evaluateSchema(answer: Answer, validate: ValidateFunction, type: string): void {
  const whole = () => (type.startsWith("text/") ? answer.text : parseBody(answer));
  const values = type === "text/event-stream" ? readEvents(answer) : [whole()];
  for (const value of values) evaluateValue(answer, validate, value);
}

function evaluateValue(answer: Answer, validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = "additionalProperty" in params ? ` (${String(params["additionalProperty"])})` : "";
    return `${instancePath || "the body"} ${message}${extra}`;
  });
  expectThat(answer, false, `a body of the schema of the document: ${faults.slice(0, 4).join("; ")}`);
}

/** The events of a stream as the document describes them: `event`, `data` as JSON, and `id` where one is sent. */
function readEvents(answer: Answer): Fields[] {
  return splitEvents(answer).map(({ event, id, data }) => ({
    event,
    data: parseBody(answer, new TextEncoder().encode(data)),
    ...(id === undefined ? {} : { id }),
  }));
}

/** The lines of each event of a stream by their names. Where reading stopped, the last event may be cut, and is left out. */
export function splitEvents({ text, asked }: Answer): Partial<Record<string, string>>[] {
  const whole = asked.until === undefined ? text : text.slice(0, text.lastIndexOf("\n\n") + 2);
  return whole
    .split("\n\n")
    .map((block) => [...block.matchAll(/^(event|data|id): ?(.*)$/gm)].reverse())
    .filter((lines) => lines.length > 0)
    .map((lines) => Object.fromEntries(lines.map(([, name, value]) => [name, value])));
}

function checkLeaks(answer: Answer): void {
  const leaks = listLeaks(answer.text);
  const expected = `an error without internal details; it has ${leaks.join(", ")}`;
  expectThat(answer, leaks.length === 0, expected);
}

/**
 * Sets `additionalProperties: false` on objects where the document does not set it. A client must accept unknown members,
 * but our own server sends only documented ones.
 */
function closeSchemas(document: Fields): Fields {
  return fieldsOf(close(document));
}

function close(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(close);
  if (typeof part !== "object" || part === null) return part;
  const fields = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, close(value)]));
  const isUnspecified =
    fields["type"] === "object" && !("additionalProperties" in fields) && "properties" in fields;
  return isUnspecified ? { ...fields, additionalProperties: false } : fields;
}

/** Finds the operation of a request; none of a path that has other methods. */
function findOperation({ method, path }: WireRequest): Operation | undefined {
  const [asked = ""] = path.split("?");
  const name = method === "HEAD" ? "GET" : method;
  return operations.find((each) => each.method === name && each.form.test(asked));
}

const leaks: readonly (readonly [name: string, form: RegExp])[] = [
  ["a stack trace line", /\bat (?:async )?[\w.<>$ ]+ \(.*:\d+:\d+\)|\bat (?:file|node):|\n\s+at \S+:\d+/],
  ["a source file name", /[\w-]+\.(?:ts|js|mjs|cjs|wasm|sqlite)(?!\.?\w)|node_modules|file:\/\//],
  [
    "a directory of the host",
    /(?:^|[\s"'(])\/(?:home|usr|var|tmp|etc|root|opt|app|srv)\/(?:[^\s"')]*\.[a-z]\w{0,7}\b|[^\s"')]*node_modules)/,
  ],
  [
    "an SQL statement",
    /\bselect\s.+\sfrom\s+\S+\s+(?:where|order|limit|join)\b|\binsert into \S+ ?(?:\(|values\b)|\bupdate \w+ set \S+ ?=|\bdelete from \S+ where\b/i,
  ],
  ["an exception name", /\b(?:TypeError|ReferenceError|RangeError|SyntaxError|SQLITE_\w+|ECONN\w+|ENOENT)\b/],
];

/** Lists the internal details that a text reveals. URLs are ignored. */
export function listLeaks(text: string): string[] {
  const said = text.replaceAll(/https?:\/\/[^\s"'<>]+/g, "");
  return leaks.filter(([, form]) => form.test(said)).map(([name]) => name);
}
