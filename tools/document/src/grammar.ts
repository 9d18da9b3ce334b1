/** The kinds of object that the document is made of. */
export type ObjectKind = keyof typeof grammar;

/** What may stand under a key: a plain value, one object, a list of objects, or objects under free names. */
export type Part = { readonly form: "value" | "one" | "many" | "named"; readonly kind: string };

const value: Part = { form: "value", kind: "" };
const one = (kind: string): Part => ({ form: "one", kind });
const many = (kind: string): Part => ({ form: "many", kind });
const named = (kind: string): Part => ({ form: "named", kind });

/**
 * Every key that our document may use, by the kind of object it stands in.
 *
 * The list is closed on purpose: a keyword that is not here has no meaning to the generator, to the gates or to
 * change control, so a document that uses one is refused rather than half understood.
 */
export const grammar = {
  document: {
    openapi: value,
    info: one("info"),
    servers: many("server"),
    tags: many("tag"),
    paths: named("pathItem"),
    components: one("components"),
  },
  info: {
    title: value,
    version: value,
    summary: value,
    description: value,
    license: one("license"),
    contact: one("contact"),
  },
  license: { name: value, identifier: value, url: value },
  contact: { name: value, url: value, email: value },
  server: { url: value, description: value, variables: named("serverVariable") },
  serverVariable: { default: value, description: value, enum: value },
  tag: { name: value, description: value },
  components: {
    schemas: named("schema"),
    parameters: named("parameter"),
    headers: named("header"),
    responses: named("response"),
    securitySchemes: named("securityScheme"),
  },
  securityScheme: { type: value, scheme: value, bearerFormat: value, description: value },
  pathItem: { get: one("operation"), post: one("operation"), patch: one("operation") },
  operation: {
    operationId: value,
    tags: value,
    summary: value,
    description: value,
    security: value,
    parameters: many("parameter"),
    requestBody: one("requestBody"),
    responses: named("response"),
  },
  parameter: {
    name: value,
    in: value,
    required: value,
    description: value,
    schema: one("schema"),
    examples: named("example"),
    "x-normalize": value,
  },
  requestBody: { required: value, description: value, content: named("mediaType") },
  response: { description: value, headers: named("header"), content: named("mediaType") },
  header: { description: value, required: value, schema: one("schema") },
  mediaType: { schema: one("schema"), examples: named("example") },
  example: { summary: value, description: value, value, externalValue: value },
  schema: {
    type: value,
    description: value,
    properties: named("schema"),
    required: value,
    additionalProperties: value,
    items: one("schema"),
    anyOf: many("schema"),
    enum: value,
    minimum: value,
    maximum: value,
    multipleOf: value,
    minLength: value,
    maxLength: value,
    pattern: value,
    format: value,
    contentEncoding: value,
    default: value,
    examples: value,
  },
} as const satisfies Record<string, Record<string, Part>>;

/** What stands under this key of this kind of object, or nothing where the key is unknown there. */
export function partAt(kind: ObjectKind, key: string): (Part & { kind: ObjectKind }) | undefined {
  const parts: Record<string, Part> = grammar[kind];
  return Object.hasOwn(parts, key) ? (parts[key] as Part & { kind: ObjectKind }) : undefined;
}
