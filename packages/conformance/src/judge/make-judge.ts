import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answer } from "../answer.ts";
import { BrokenClaim } from "../broken-claim.ts";
import { document } from "../document.gen.ts";
import { isBodiless } from "../parse-response.ts";
import { closeSchemas } from "./close-schemas.ts";
import { type Fields, fieldsOf } from "./fields.ts";
import { findOperation } from "./find-operation.ts";
import { listLeaks } from "./list-leaks.ts";

/** Judges an answer by the document, and throws where it is none that the document declares. */
export type Judge = (answer: Answer) => void;

/** What any server or gateway may add to an operation, as the document's default response lists it. */
const otherStatuses = [405, 408, 413, 415, 429, 431, 503];

/**
 * Makes a judge of answers; each schema is compiled when it is first needed. A judge that is closed takes no member where the
 * document leaves an object neither open nor closed.
 */
export function makeJudge({ isClosed }: { readonly isClosed: boolean }): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(isClosed ? closeSchemas(document) : document, "document");
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document${encodeURI(pointer)}` });
    compiled.set(pointer, known);
    return known;
  };
  return (answer) => {
    const { asked, status } = answer;
    if (status >= 400) judgeLeaks(answer);
    const operation = findOperation(asked.method, asked.path);
    if (operation === undefined || operation === "a path alone" || asked.method === "OPTIONS") return;
    const { responses, pointer } = operation;
    const key = responses[status] === undefined ? "default" : String(status);
    if (key === "default" && !otherStatuses.includes(status)) {
      const declared = Object.keys(responses).filter((each) => each !== "default");
      throw new BrokenClaim(asked, say(answer), `one of the declared statuses: ${declared.join(", ")}`);
    }
    const [response, place] = resolve(responses[key], `${pointer}/responses/${key}`);
    if (isBodiless(asked.method, status)) return;
    const type = judgeMediaType(answer, fieldsOf(response["content"]));
    if (type !== undefined)
      judgeSchema(answer, validatorAt(`${place}/content/${type.replaceAll("/", "~1")}/schema`), type);
  };
}

/** Says what came, in a line. */
export function say({ status, text, headers }: Answer): string {
  const type = headers.get("content-type")?.[0];
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return [String(status), type, shown].filter((part) => part !== undefined && part !== "").join(" ");
}

function resolve(value: unknown, pointer: string): [Fields, string] {
  const { $ref, ...fields } = fieldsOf(value);
  if (typeof $ref !== "string") return [fields, pointer];
  const found = $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((part, name) => fieldsOf(part)[name], document);
  return [fieldsOf(found), $ref];
}

function judgeMediaType(answer: Answer, content: Fields): string | undefined {
  const declared = Object.keys(content);
  const types = answer.headers.get("content-type") ?? [];
  if (declared.length === 0) {
    if (answer.bytes.length === 0) return undefined;
    throw new BrokenClaim(answer.asked, say(answer), "no body");
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

function judgeSchema(answer: Answer, validate: ValidateFunction, type: string): void {
  const value = type === "text/plain" ? answer.text : parse(answer);
  if (validate(value)) return;
  const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = "additionalProperty" in params ? ` (${String(params["additionalProperty"])})` : "";
    return `${instancePath || "the body"} ${message}${extra}`;
  });
  throw new BrokenClaim(
    answer.asked,
    say(answer),
    `a body as the document has it: ${faults.slice(0, 4).join("; ")}`,
  );
}

function parse(answer: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(answer.bytes));
  } catch {
    throw new BrokenClaim(answer.asked, say(answer), "a body of JSON in UTF-8");
  }
}

function judgeLeaks(answer: Answer): void {
  const leaks = listLeaks(answer.text);
  if (leaks.length === 0) return;
  throw new BrokenClaim(
    answer.asked,
    say(answer),
    `an error that tells nothing of the inside; it has ${leaks.join(", ")}`,
  );
}
