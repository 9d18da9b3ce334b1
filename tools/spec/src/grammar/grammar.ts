/** The kinds of objects in the document. */
export type ObjectKind = keyof typeof grammar;

/** The value under a key: a plain value, one object, a list of objects, or a map of objects. */
export type Part = {
  readonly form: "value" | "one" | "many" | "named";
  readonly kind: string;
  readonly type: ValueType;
  /** Whether the object is invalid without it. */
  readonly isNeeded: boolean;
};

/** The type of a plain value. Where the grammar says so, an object may be replaced by a boolean. */
export type ValueType = "text" | "texts" | "number" | "flag" | "list" | "anything";

const value = (type: ValueType): Part => ({ form: "value", kind: "", type, isNeeded: false });
const one = (kind: string, type: ValueType = "anything"): Part => ({
  form: "one",
  kind,
  type,
  isNeeded: false,
});
const many = (kind: string): Part => ({ form: "many", kind, type: "anything", isNeeded: false });
const named = (kind: string): Part => ({ form: "named", kind, type: "anything", isNeeded: false });
const needed = (part: Part): Part => ({ ...part, isNeeded: true });

const text = value("text");
const texts = value("texts");
const number = value("number");
const flag = value("flag");
const list = value("list");
const anything = value("anything");

/**
 * Every key besides `$ref` that our document may use, by the kind of its object.
 *
 * The list is closed on purpose: the generator, the gates and change control do not understand other keywords, so a
 * document that uses one is rejected.
 */
const grammar = {
  document: {
    openapi: needed(text),
    info: needed(one("info")),
    servers: many("server"),
    tags: many("tag"),
    paths: needed(named("pathItem")),
    components: one("components"),
  },
  info: {
    title: needed(text),
    version: needed(text),
    summary: text,
    description: text,
    license: one("license"),
    contact: one("contact"),
  },
  license: { name: needed(text), identifier: text, url: text },
  contact: { name: text, url: text, email: text },
  server: { url: needed(text), description: text, variables: named("serverVariable") },
  serverVariable: { default: needed(text), description: text, enum: texts },
  tag: { name: needed(text), description: text },
  components: {
    schemas: named("schema"),
    parameters: named("parameter"),
    headers: named("header"),
    responses: named("response"),
    securitySchemes: named("securityScheme"),
  },
  securityScheme: { type: needed(text), scheme: text, bearerFormat: text, description: text },
  pathItem: { get: one("operation"), post: one("operation"), patch: one("operation") },
  operation: {
    operationId: text,
    tags: texts,
    summary: text,
    description: text,
    security: list,
    "x-limit": text,
    "x-codeSamples": many("codeSample"),
    "x-pages": one("pages"),
    "x-idempotent": flag,
    "x-invalidates": texts,
    "x-refusals": texts,
    parameters: many("parameter"),
    requestBody: one("requestBody"),
    responses: needed(named("response")),
  },
  pages: { items: needed(text), iterator: needed(text), newestFirst: flag },
  codeSample: { lang: needed(text), label: text, source: needed(text) },
  parameter: {
    name: needed(text),
    in: needed(text),
    required: flag,
    description: text,
    style: text,
    explode: flag,
    schema: needed(one("schema")),
    examples: named("example"),
    "x-normalize": texts,
  },
  requestBody: { required: flag, description: text, content: needed(named("mediaType")) },
  response: { description: needed(text), headers: named("header"), content: named("mediaType") },
  header: { description: text, required: flag, schema: needed(one("schema")) },
  mediaType: { schema: needed(one("schema")), examples: named("example") },
  example: { summary: text, description: text, value: anything, externalValue: text },
  schema: {
    type: anything,
    description: text,
    properties: named("schema"),
    required: texts,
    additionalProperties: one("schema", "flag"),
    items: one("schema"),
    minItems: number,
    maxItems: number,
    anyOf: many("schema"),
    not: one("schema"),
    enum: list,
    minimum: number,
    maximum: number,
    multipleOf: number,
    minLength: number,
    maxLength: number,
    pattern: text,
    format: text,
    contentEncoding: text,
    default: anything,
    examples: list,
  },
} as const satisfies Record<string, Record<string, Part>>;

/** The part under a key of an object kind; undefined if the key is unknown. */
export function partAt(kind: ObjectKind, key: string): (Part & { kind: ObjectKind }) | undefined {
  const parts: Record<string, Part> = grammar[kind];
  return Object.hasOwn(parts, key) ? (parts[key] as Part & { kind: ObjectKind }) : undefined;
}

/** The required keys of an object kind. */
export function neededKeys(kind: ObjectKind): string[] {
  const parts: Record<string, Part> = grammar[kind];
  return Object.keys(parts).filter((key) => parts[key]?.isNeeded);
}
