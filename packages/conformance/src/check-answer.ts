import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answer } from "./ask.ts";
import { BrokenClaim } from "./claim.ts";
import { type DocumentValue, documents } from "./documents.gen.ts";
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
    const operation = findOperation(asked.method, asked.path);
    if (operation === undefined || operation === "a path alone" || asked.method === "OPTIONS") return;
    const { responses, pointer, holder } = operation;
    const key = responses[status] === undefined ? "default" : String(status);
    if (key === "default" && !otherStatuses.includes(status)) {
      const declared = Object.keys(responses).filter((each) => each !== "default");
      throw new BrokenClaim(
        asked,
        describeAnswer(answer),
        `one of the declared statuses: ${declared.join(", ")}`,
      );
    }
    const [response, place] = resolve(holder, responses[key], `${pointer}/responses/${key}`);
    if (isBodiless(asked.method, status)) return;
    const type = checkMediaType(answer, fieldsOf(response["content"]));
    if (type !== undefined)
      evaluateSchema(
        answer,
        validatorAt(holder.name, `${place}/content/${type.replaceAll("/", "~1")}/schema`),
        type,
      );
  };
}

/** Describes an answer in a line: status, media type and the beginning of the body. */
export function describeAnswer({ status, text, headers }: Answer): string {
  const type = headers.get("content-type")?.[0];
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return [String(status), type, shown].filter((part) => part !== undefined && part !== "").join(" ");
}

function resolve({ document }: DocumentValue, value: unknown, pointer: string): [Fields, string] {
  const { $ref, ...fields } = fieldsOf(value);
  if (typeof $ref !== "string") return [fields, pointer];
  const found = $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((part, name) => fieldsOf(part)[name], document);
  return [fieldsOf(found), $ref];
}

function checkMediaType(answer: Answer, content: Fields): string | undefined {
  const declared = Object.keys(content);
  const types = answer.headers.get("content-type") ?? [];
  if (declared.length === 0) {
    if (answer.bytes.length === 0) return undefined;
    throw new BrokenClaim(answer.asked, describeAnswer(answer), "no body");
  }
  const [type = "", ...parameters] = (types[0] ?? "").split(";").map((part) => part.trim().toLowerCase());
  const isText = parameters.every((parameter) => parameter === "charset=utf-8");
  if (types.length === 1 && declared.includes(type) && isText) return type;
  const came = types.length === 0 ? "no Content-Type" : `Content-Type ${types.join(", ")}`;
  throw new BrokenClaim(
    answer.asked,
    `${answer.status} with ${came}`,
    `Content-Type ${declared.join(" or ")}`,
  );
}

function evaluateSchema(answer: Answer, validate: ValidateFunction, type: string): void {
  if (type === "text/event-stream") {
    for (const event of readEvents(answer)) evaluateValue(answer, validate, event);
    return;
  }
  evaluateValue(answer, validate, type.startsWith("text/") ? answer.text : parse(answer));
}

function evaluateValue(answer: Answer, validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = "additionalProperty" in params ? ` (${String(params["additionalProperty"])})` : "";
    return `${instancePath || "the body"} ${message}${extra}`;
  });
  throw new BrokenClaim(
    answer.asked,
    describeAnswer(answer),
    `a body of the schema of the document: ${faults.slice(0, 4).join("; ")}`,
  );
}

function parse(answer: Answer, bytes: Uint8Array = answer.bytes): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new BrokenClaim(answer.asked, describeAnswer(answer), "JSON in UTF-8");
  }
}

/** The events of a stream as the document describes them: `event`, `data` as JSON, and `id` where one is sent. */
function readEvents(answer: Answer): Fields[] {
  const { text, asked } = answer;
  // Where reading stopped, the last event may be cut.
  const whole = asked.until === undefined ? text : text.slice(0, text.lastIndexOf("\n\n") + 2);
  return whole
    .split(/\n\n/)
    .map((block) => block.split("\n").filter((line) => /^(?:event|data|id):/.test(line)))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const lineOf = (name: string) =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .replace(/^ /, "");
      const [event, data, id] = ["event", "data", "id"].map(lineOf);
      return {
        event,
        data: parse(answer, new TextEncoder().encode(data)),
        ...(id === undefined ? {} : { id }),
      };
    });
}

function checkLeaks(answer: Answer): void {
  const leaks = listLeaks(answer.text);
  if (leaks.length === 0) return;
  throw new BrokenClaim(
    answer.asked,
    describeAnswer(answer),
    `an error without internal details; it has ${leaks.join(", ")}`,
  );
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

/** The members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value if it is a JSON object, otherwise an empty object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Returns the JSON objects of a list; none if the value is no list. */
export function rowsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** An operation that matches a request, and the document that has it. */
type FoundOperation = {
  readonly holder: DocumentValue;
  readonly pointer: string;
  readonly responses: Fields;
};

/** The card path with its prefix doubled. It is answered like the documented path, but is not in the document. */
const doubledPath = "/api/v2/chat/api/v2/chat/api/id-card";
const documentedPath = "/api/v2/chat/api/id-card";

/** Finds the operation of a request. `a path alone` means that the path exists with other methods. */
function findOperation(method: string, address: string): FoundOperation | "a path alone" | undefined {
  const [asked = ""] = address.split("?");
  const path = asked === doubledPath ? documentedPath : asked;
  for (const holder of documents) {
    for (const [template, item] of Object.entries(fieldsOf(holder.document["paths"]))) {
      if (!formOf(template).test(path)) continue;
      const name = method === "HEAD" ? "get" : method.toLowerCase();
      const operation = fieldsOf(item)[name];
      if (operation === undefined) return "a path alone";
      const { responses } = fieldsOf(operation);
      const pointer = `#/paths/${template.replaceAll("~", "~0").replaceAll("/", "~1")}/${name}`;
      return { holder, pointer, responses: fieldsOf(responses) };
    }
  }
  return undefined;
}

function formOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
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
