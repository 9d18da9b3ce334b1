import {
  fieldsAt,
  listOperations,
  type Operation,
  parametersOf,
  schemaIn,
} from "../grammar/list-operations.ts";
import { nameOfReference } from "../grammar/resolve-reference.ts";
import { asFields, asList, type Fields } from "../grammar/walk-document.ts";
import type { Source } from "../read/read-document.ts";
import { type DocumentEntry, documents } from "../read/registry.ts";
import { type Pages, pagesOf } from "../rules/clients.ts";
import { RefusedDocument } from "./schema-expression.ts";

/** The examples of an operation: the text of its call by the client, and its request. */
export type OperationExample = {
  readonly call?: string | undefined;
  readonly request?: { readonly path?: Fields; readonly query?: Fields; readonly body?: unknown };
};

/** The examples by document and operation id. */
export type OperationExamples = Readonly<Record<string, Readonly<Record<string, OperationExample>>>>;

/** An operation as its method and its query options present it. */
type Presented = {
  readonly operation: Operation;
  readonly pathNames: readonly string[];
  readonly bodyType: string | undefined;
  readonly resultType: string;
  readonly hasKey: boolean;
  /** The type of the query; undefined if there is none. */
  readonly queryType: string | undefined;
  readonly isRepeatable: boolean;
  readonly takesBytes: boolean;
  /** The member of the answer that has to be a list. */
  readonly list: string | undefined;
  readonly pages: Pages | undefined;
  readonly refusals: readonly string[];
  readonly invalidates: readonly string[] | undefined;
};

/** What the client of a document is called: `Client` for the specified one. */
export function clientNameOf({ name, packageEntry }: DocumentEntry): string {
  return packageEntry === "." ? "Client" : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Writes a document as a client: a method for each operation but streams, and the table that the methods are made from. */
export function writeClient({ document, entry }: Source, examples: OperationExamples): string {
  const name = clientNameOf(entry);
  const presented = presentedOf(document);
  const types = typesOf(presented);
  const isFirst = entry.packageEntry === ".";
  // A union costs the compiler more, and the first client is made of settings.
  const given = isFirst ? "settings: ClientSettings" : "source: ClientSource";
  const hasBytes = presented.some(({ takesBytes }) => takesBytes);
  const settings = [
    "CallSettings",
    ...(presented.some(({ hasKey }) => hasKey) ? ["ChangeSettings"] : []),
    ...(isFirst ? ["ClientSettings"] : []),
  ].join(", ");
  return `import type { ${types.join(", ")} } from "${typesPackage(entry)}";
import type { Client as OpenapiClient } from "openapi-fetch";
${hasBytes ? 'import type { WithBytes } from "./encode-bytes.ts";\n' : ""}import { ${isFirst ? "" : "type ClientSource, "}makeClient, type OperationRows } from "./make-client.ts";
import type { ${settings} } from "./settings.ts";

${isFirst ? "" : 'export type { ClientSource } from "./make-client.ts";\n\n'}${presented.map(refusalType).join("")}/**
 * A client of ${entry.file}. The named methods return data or throw an \`ApiError\`. All others are those of openapi-fetch, with the
 * same token, retries and time-outs: \`GET\`, \`POST\`, \`PATCH\` and \`request\` return \`{ data, error, response }\`, which \`toApiError\` reads.
 */
export type ${name} = OpenapiClient<paths> & {
${presented.map((each) => methodsOf(each, examples[entry.name]?.[each.operation.id]?.call)).join("")}};

const rows: OperationRows = {
${presented.map(rowOf).join("")}};

/**
 * Creates a client of ${entry.file}${isFirst ? "" : " from settings, or from another client, whose settings and token it shares"}.
 *
 * @throws TypeError if \`baseUrl\` is not an http or https URL, or has a user or password in it.
 */
export function create${name}(${given}): ${name} {
  return makeClient(rows, ${given.split(":")[0]});
}
`;
}

/** Writes the query options of every document, and what each change makes stale. */
export function writeQueries(sources: readonly Source[]): string {
  const clients = sources.map((source) => ({
    name: clientNameOf(source.entry),
    file: `./${source.entry.name}.gen.ts`,
    presented: presentedOf(source.document),
    source,
  }));
  const prefixes = sources.flatMap(({ entry }) => entry.pathPrefixes);
  /** Whether a path belongs to a document that is not generated now. */
  const isElsewhere = (path: string): boolean =>
    documents.some(({ pathPrefixes }) =>
      pathPrefixes.some((prefix) => path.startsWith(prefix) && !prefixes.includes(prefix)),
    );
  const paths = sources.flatMap(({ document }) => listOperations(document).map(({ path }) => path));
  const isKnown = (path: string): boolean =>
    isElsewhere(path) || paths.some((each) => `${each}/`.startsWith(`${path}/`));
  const stale = clients.flatMap(({ presented, source }) =>
    presented.flatMap(({ operation, invalidates }) =>
      invalidates === undefined ? [] : [staleRow(operation, invalidates, isKnown, source.entry)],
    ),
  );
  const takesBytes = clients.some(({ presented }) => presented.some((each) => each.takesBytes));
  const imports = [
    ...sources.map(({ entry }) => `import type * as ${entry.name} from "${typesPackage(entry)}";`),
    ...(takesBytes ? ['import type { WithBytes } from "./encode-bytes.ts";'] : []),
    'import type { MutationOptions, PagesOptions, QueryCall, QueryOptions, QueryRoot } from "./query-options.ts";',
    ...clients.map(({ name, file }) => `import type { ${name} } from "${file}";`),
  ];
  return `${imports.join("\n")}

${clients.map(({ name, presented, source }) => queriesOf(name, presented, source.entry)).join("\n")}
/** Makes the query options of a client. */
export type CreateQueries = {
${clients.map(({ name }) => `  (client: ${name}): ${name}Queries;\n`).join("")}};

/** The beginnings of the paths that each change makes stale. What has no entry is a read. */
export const staleByChange: Readonly<Record<string, readonly string[]>> = {
${stale.join("")}};
`;
}

function staleRow(
  { method, path, pointer }: Operation,
  invalidates: readonly string[],
  isKnown: (path: string) => boolean,
  { file }: DocumentEntry,
): string {
  const unknown = invalidates.find((stale) => stale.includes("{") || !isKnown(stale));
  if (unknown === undefined)
    return `  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${JSON.stringify(invalidates)},\n`;
  const failure = new RefusedDocument(
    [...pointer, "x-invalidates"],
    `no path of any document begins with "${unknown}"; name the beginning of those that the change makes stale, up to a name in braces`,
  );
  failure.file = file;
  throw failure;
}

function presentedOf(document: Fields): Presented[] {
  return listOperations(document).flatMap((operation) => {
    const result = resultSchemaOf(document, operation);
    // What has no JSON is a stream, which has a loop of its own.
    return result === undefined ? [] : [present(document, operation, result)];
  });
}

function present(document: Fields, operation: Operation, result: string): Presented {
  const { path, fields } = operation;
  const parameters = parametersOf(document, fields);
  const body = bodySchemaOf(document, operation);
  const bodyMembers = body === undefined ? {} : asFields(schemaOf(document, body)["properties"]);
  const paged = pagesOf(document, operation);
  const listed = paged?.items ?? ("x-invalidates" in fields ? undefined : listIn(schemaOf(document, result)));
  const hasKey = parameters.some(({ name }) => name === "Idempotency-Key");
  return {
    operation,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    bodyType: body,
    resultType: result,
    hasKey,
    queryType: queryTypeOf(parameters.filter(({ in: place }) => place === "query")),
    isRepeatable: fields["x-idempotent"] === true,
    takesBytes: Object.values(bodyMembers).some((each) => asFields(each)["contentEncoding"] === "base64"),
    list: listed,
    pages: paged,
    refusals: textsOf(fields["x-refusals"]),
    invalidates: "x-invalidates" in fields ? textsOf(fields["x-invalidates"]) : undefined,
  };
}

/** A query, whose members may be undefined. The compiler has less to do for members that are written out. */
function queryTypeOf(parameters: readonly Fields[]): string | undefined {
  if (parameters.length === 0) return undefined;
  const members = parameters.map(
    ({ name, schema }) => `readonly ${name}?: ${typeOf(asFields(schema))} | undefined`,
  );
  return `{ ${members.join("; ")} }`;
}

function typeOf(schema: Fields): string {
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  if (schema["type"] === "array") return `readonly (${typeOf(asFields(schema["items"]))})[]`;
  return schema["type"] === "integer" ? "number" : String(schema["type"]);
}

/** The first list that is always sent; the answer of a read without it is malformed. */
function listIn({ properties, required }: Fields): string | undefined {
  const isList = (name: string): boolean => asFields(asFields(properties)[name])["type"] === "array";
  return textsOf(required).find(isList);
}

/** The name of the schema of a body or an answer as JSON. */
function jsonSchemaOf(document: Fields, holder: unknown): string | undefined {
  const { $ref } = asFields(schemaIn(document, holder));
  return typeof $ref === "string" ? nameOfReference($ref) : undefined;
}

/** The name of the schema that an operation answers by. */
export function resultSchemaOf(document: Fields, { fields }: Operation): string | undefined {
  return jsonSchemaOf(document, asFields(fields["responses"])["200"]);
}

/** The name of the schema of an operation's body. */
export function bodySchemaOf(document: Fields, { fields }: Operation): string | undefined {
  return jsonSchemaOf(document, fields["requestBody"]);
}

export function schemaOf(document: Fields, name: string): Fields {
  return fieldsAt(document, { $ref: `#/components/schemas/${name}` });
}

function textsOf(candidate: unknown): string[] {
  return asList(candidate).map(String);
}

function typesPackage({ packageEntry }: DocumentEntry): string {
  return `@trading-oms/types${packageEntry.slice(1)}`;
}

/** The types of the document that its methods name, in alphabetical order. */
function typesOf(presented: readonly Presented[]): string[] {
  const names = presented.flatMap(({ bodyType, resultType, pages }) => [
    bodyType,
    resultType,
    pages?.itemType,
  ]);
  const used = ["paths", ...names];
  return [...new Set(used.filter((name) => name !== undefined))].toSorted((one, other) =>
    one.localeCompare(other),
  );
}

function refusalType({ operation, refusals }: Presented): string {
  if (refusals.length === 0) return "";
  const codes = refusals.map((code) => `\n  | ${JSON.stringify(code)}`).join("");
  return `/** Why \`${operation.id}\` may be refused: the \`code\` of its \`ApiError\`. */\nexport type ${refusalNameOf(operation)} =${codes};\n\n`;
}

function refusalNameOf({ id }: Operation): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Refusal`;
}

/** The method of an operation, and the loop over all of its pages. */
function methodsOf(presented: Presented, call: string | undefined): string {
  const { operation, resultType, pages } = presented;
  const parameters = signatureOf(presented, callTypeOf(presented));
  const method = `${docOf(presented, call)}  ${operation.id}(${parameters}): Promise<${resultType}>;\n`;
  if (pages === undefined) return method;
  const once =
    pages.by === "cursor" || pages.isNewestFirst
      ? "each once"
      : "page by page; what moves in the list meanwhile may come twice or not at all";
  const words = `  /** All of \`${operation.id}\`, ${once}. Pages are loaded as the loop needs them. Throws an \`ApiError\` within the loop. */\n`;
  return `${method}${words}  ${pages.iterator}(${parameters}): AsyncGenerator<${pages.itemType}, void, undefined>;\n`;
}

function signatureOf({ pathNames, bodyType, takesBytes }: Presented, callType: string, prefix = ""): string {
  const body = takesBytes ? `WithBytes<${prefix}${bodyType}>` : `${prefix}${bodyType}`;
  return [
    ...pathNames.map((name) => `${name}: string`),
    ...(bodyType === undefined ? [] : [`body: ${body}`]),
    `call?: ${callType}`,
  ].join(", ");
}

function callTypeOf({ hasKey, queryType }: Presented): string {
  return [hasKey ? "ChangeSettings" : "CallSettings", queryType].filter(Boolean).join(" & ");
}

function docOf({ operation, refusals }: Presented, call: string | undefined): string {
  const { summary, description } = operation.fields;
  const [paragraph = ""] = String(description)
    .trim()
    .split(/\n\s*\n/);
  const lines = [
    `${summary}.`,
    "",
    ...paragraph.split("\n"),
    "",
    `@throws \`ApiError\` for every failure.${refusals.length === 0 ? "" : ` If a rule refuses it, its kind is \`refused\`, and its \`code\` a {@link ${refusalNameOf(operation)}}.`}`,
    ...(call === undefined ? [] : ["", "@example", "```ts", ...bodyOf(call), "```"]),
  ];
  return `  /**\n${lines.map((line) => `   * ${line.replaceAll("*/", "*\\/")}`.trimEnd()).join("\n")}\n   */\n`;
}

/** What an example does, without its imports and the client that it creates. */
function bodyOf(call: string): string[] {
  const text = call
    .replace(/^(?:import [^\n]*\n|\n)+/, "")
    .replace(/^const \w+ = create\w+\(\{[\s\S]*?\n\}\);\n/, "");
  return text.trim().split("\n");
}

/** A row of the table that `makeClient` reads. */
function rowOf(presented: Presented): string {
  const { operation, queryType, bodyType, takesBytes, hasKey, isRepeatable, list, pages } = presented;
  const traits = [
    queryType && "q",
    bodyType && "b",
    takesBytes && "e",
    hasKey && "k",
    isRepeatable && "r",
    pages?.by === "offset" && "o",
    pages?.isNewestFirst && "n",
  ]
    .filter(Boolean)
    .join("");
  const words = [operation.method.toUpperCase(), operation.path, traits || "-", list, pages?.iterator];
  return `  ${operation.id}: ${JSON.stringify(words.filter((word) => word !== undefined).join(" "))},\n`;
}

function queriesOf(name: string, presented: readonly Presented[], entry: DocumentEntry): string {
  const prefix = `${entry.name}.`;
  const methods = presented.map((each) => {
    const { operation, bodyType, resultType, takesBytes, queryType, pages, invalidates } = each;
    const call = ["QueryCall", queryType].filter(Boolean).join(" & ");
    const words = `  /** ${operation.fields["summary"]}. */\n`;
    if (invalidates !== undefined) {
      const variables = bodyType === undefined ? "void" : `${prefix}${bodyType}`;
      const given = signatureOf({ ...each, bodyType: undefined }, call);
      const taken = takesBytes ? `WithBytes<${variables}>` : variables;
      return `${words}  ${operation.id}(${given}): MutationOptions<${taken}, ${prefix}${resultType}>;\n`;
    }
    const options = pages === undefined ? "QueryOptions" : "PagesOptions";
    return `${words}  ${operation.id}(${signatureOf(each, call, prefix)}): ${options}<${prefix}${resultType}>;\n`;
  });
  return `/** Options of TanStack Query for each operation of ${entry.file}. */
export type ${name}Queries = QueryRoot & {
${methods.join("")}};
`;
}
