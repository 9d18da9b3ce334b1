import {
  fieldsAt,
  listOperations,
  membersOf,
  type Operation,
  parametersOf,
} from "../grammar/list-operations.ts";
import { asFields, asList, type Fields, isFields } from "../grammar/walk-document.ts";
import type { Source } from "../read/read-document.ts";
import { type DocumentEntry, kebab, specified } from "../read/registry.ts";
import { pagesOf } from "../rules/clients.ts";
import {
  bodySchemaOf,
  clientNameOf,
  type OperationExample,
  type OperationExamples,
  resultSchemaOf,
  schemaOf,
} from "./write-client.ts";

/** Writes the operations of all documents but the specified one, which is for apps, as data for the commands of `oms`. Streams are left out. */
export function writeCommands(sources: readonly Source[], examples: OperationExamples = {}): string {
  const written = sources.filter(({ entry }) => entry !== specified);
  const names = written.map(({ entry }) => [entry, `create${clientNameOf(entry)}`] as const);
  const operations = written.flatMap(({ document, entry }) =>
    listOperations(document)
      .filter((operation) => resultSchemaOf(document, operation) !== undefined)
      .map((operation) => [
        operation.id,
        specOf(document, operation, entry, examples[entry.name]?.[operation.id]),
      ]),
  );
  return `// Generated from the documents in openapi, by \`pnpm generate\`; change them instead.
import type { ClientSettings } from "@trading-oms/client";
${names.map(([{ packageEntry }, name]) => `import { ${name} } from "@trading-oms/client${packageEntry.slice(1)}";\n`).join("")}import type { OperationSpec } from "./operation-spec.ts";

/** The makers of clients, by the names of documents. */
export const clients: Readonly<Record<string, (settings: ClientSettings) => object>> = { ${names.map(([{ name }, create]) => `${name}: ${create}`).join(", ")} };

export const operations: Readonly<Record<string, OperationSpec>> = ${JSON.stringify(Object.fromEntries(operations), undefined, 2)};
`;
}

/** `listDayMinutes` becomes `day-minutes list`. */
function wordsOf(id: string): readonly [group: string, verb: string] {
  const [verb = "", ...names] = kebab(id).split("-");
  return [names.join("-"), verb];
}

function specOf(
  document: Fields,
  operation: Operation,
  entry: DocumentEntry,
  { request = {} }: OperationExample = {},
): object {
  const { id, fields } = operation;
  const parameters = parametersOf(document, fields);
  const body = bodySchemaOf(document, operation);
  const inputs = [
    ...parameters
      .filter(({ in: place }) => place === "path" || place === "query")
      .map(({ name, in: place, description, schema, required }) => [
        name,
        inputOf(document, schema, { in: String(place), about: description, isRequired: required === true }),
      ]),
    ...(body === undefined ? [] : bodyInputs(document, schemaOf(document, body))),
  ];
  return {
    document: entry.name,
    words: wordsOf(id),
    summary: `${fields["summary"]}.`,
    about: String(fields["description"]).trim(),
    inputs: Object.fromEntries(inputs),
    hasBody: body !== undefined,
    hasKey: parameters.some(({ name }) => name === "Idempotency-Key"),
    role: roleOf(fields["security"]),
    pagesBy: pagesOf(document, operation)?.by,
    example: { ...request.path, ...request.query, ...asFields(request.body) },
  };
}

/** An input for each member; of a body that is one of several schemas, a single one. */
function bodyInputs(document: Fields, schema: Fields): (readonly [name: string, input: object])[] {
  const { properties, required } = schema;
  if (!isFields(properties)) return [["body", inputOf(document, schema, { in: "body", isRequired: true })]];
  return membersOf(properties).map(([name, member]) => [
    name,
    inputOf(document, member, { in: "body", isRequired: asList(required).includes(name) }),
  ]);
}

/** The role that a token needs; null where anybody may send the request. */
function roleOf(security: unknown): "viewer" | "operator" | null {
  if (!Array.isArray(security)) return "viewer";
  if (security.length === 0) return null;
  return JSON.stringify(security).includes('"operator"') ? "operator" : "viewer";
}

function inputOf(
  document: Fields,
  candidate: unknown,
  { in: place, about, isRequired }: { in: string; about?: unknown; isRequired: boolean },
): object {
  const schema = fieldsAt(document, candidate);
  const text = String(about ?? schema["description"]).trim();
  const choices = schema["enum"];
  return {
    in: place,
    kind: kindOf(schema, text),
    about: text,
    ...(Array.isArray(choices) && { choices: choices.map(String) }),
    ...(isRequired && { isRequired }),
  };
}

function kindOf({ type, multipleOf }: Fields, about: string): string {
  if (type === "integer" && about.includes("Unix milliseconds")) return "time";
  if (type === "integer" || multipleOf === 1) return "integer";
  return ["number", "boolean", "string"].find((each) => each === type) ?? "json";
}
