import { listOperations } from "../grammar/list-operations.ts";
import { schemasOf } from "../grammar/resolve-reference.ts";
import { type Fields, isFields } from "../grammar/walk-document.ts";
import type { Source } from "../read/read-document.ts";
import { type DocumentEntry, kebab, operationNameOf } from "../read/registry.ts";

/**
 * Writes the files that hold every document, so that what is new is found by its place: a handler or a claim that is
 * missing does not compile.
 */
export function writeIndexes(sources: readonly Source[]): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(
      sources.map((source) => [
        `apps/server/src/operations/${source.entry.name}.gen.ts`,
        withHeader(handlersOf(source)),
      ]),
    ),
    "apps/server/src/operations/documents.gen.ts": withHeader(servedOf(sources)),
    "packages/conformance/src/documents.gen.ts": withHeader(valuesOf(sources)),
    "packages/conformance/src/claims/claims.gen.ts": withHeader(claimsOf(sources)),
    "packages/contract/src/documents.gen.test-d.ts": withHeader(proofsOf(sources)),
  };
}

function withHeader(text: string): string {
  return `// Generated from openapi/documents.ts by \`pnpm generate\`; change the registry or a document instead.\n${text.trimEnd()}\n`;
}

/** A document as the server serves it: its contract, with a handler for each of its operations. */
function handlersOf({ document, entry }: Source): string {
  const ids = idsOf(document);
  const imports = ids.map((id) => `import { ${id} } from "./${entry.name}/${kebab(id)}/handler.ts";`);
  const handlers = ids.map((id) => `    ${id},\n`);
  return `import * as contract from "${packageOf("contract", entry)}";
import { serveContract } from "../http/served-contract.ts";
${imports.join("\n")}

/** The operations of ${entry.file}, with a handler for each. */
export const ${entry.name}Contract = serveContract(
  contract,
  {
${handlers.join("")}  },
  ${JSON.stringify(entry.pathPrefixes)},
);
`;
}

/** The documents that every deployment serves. */
function servedOf(sources: readonly Source[]): string {
  const names = sources.filter(({ entry }) => entry.isServedEverywhere).map(({ entry }) => entry.name);
  return `import type { ServedContract } from "../http/served-contract.ts";
${names.map((name) => `import { ${name}Contract } from "./${name}.gen.ts";`).join("\n")}

/** The documents that every deployment serves. */
export const servedContracts: readonly ServedContract[] = [${names.map((name) => `${name}Contract`).join(", ")}];
`;
}

/** The documents as values, without their examples, which are files, and the names of their operations. */
function valuesOf(sources: readonly Source[]): string {
  const values = sources.map(({ document, entry }) => {
    const text = JSON.stringify(document, (name, value) =>
      name === "examples" && !isOfParameter(value) ? undefined : value,
    );
    return `  { name: ${JSON.stringify(entry.name)}, operationPrefix: ${JSON.stringify(entry.operationPrefix)}, document: ${text} },\n`;
  });
  const names = sources.flatMap(namesOf).map((name) => `\n  | ${JSON.stringify(name)}`);
  return `/** A document, and what stands before the ids of its operations. */
export type DocumentValue = {
  readonly name: string;
  readonly operationPrefix: string;
  readonly document: Readonly<Record<string, unknown>>;
};

/** Every document. */
export const documents: readonly DocumentValue[] = [
${values.join("")}];

/** Every operation, as logs, metrics and claims call it. */
export type OperationName =${names.join("")};
`;
}

/** The examples of parameters stand in the document; those of bodies are files. */
function isOfParameter(examples: unknown): boolean {
  return isFields(examples) && Object.values(examples).some((each) => isFields(each) && "value" in each);
}

/** The claims of each operation, from the file that its folder is called after. */
function claimsOf(sources: readonly Source[]): string {
  const operations = sources.flatMap(({ document, entry }) =>
    idsOf(document).map((id) => ({
      name: operationNameOf(entry, id),
      id: `${entry.name}_${id}`,
      path: `./${entry.name}/${kebab(id)}/claims.ts`,
    })),
  );
  const imports = operations.map(({ id, path }) => `import { claims as ${id} } from "${path}";`);
  const members = operations.map(({ name, id }) => `  ${JSON.stringify(name)}: ${id},`);
  return `import type { Claim } from "../claim.ts";
import type { OperationName } from "../documents.gen.ts";
${imports.join("\n")}

/** The claims of each operation. */
export const claimsByOperation: Readonly<Record<OperationName, readonly Claim[]>> = {
${members.join("\n")}
};
`;
}

const agreed = [
  ["schemas", "has the same schemas in types and contract"],
  ["parameters", "takes the same parameters by types and contract"],
  ["optionals", "has the same optional parameters in types and contract"],
  ["places", "has the same paths and methods in types and contract"],
  ["paths", "has no path besides those of the routes"],
  ["headers", "has the same headers of answers in types and contract"],
  ["bodies", "takes the same bodies by types and contract"],
  ["responses", "has the same answers in types and contract"],
] as const;

/** The compiler's proofs that types and contract of each document agree. */
function proofsOf(sources: readonly Source[]): string {
  const imports = sources.flatMap(({ entry }) => [
    `import type * as ${entry.name}Contract from "./${entry.name}.gen.ts";`,
    `import type * as ${entry.name} from "${packageOf("types", entry)}";`,
  ]);
  const proofs = sources.map(({ document, entry: { name } }) => {
    const types = `{ schemas: ${name}.components["schemas"]; operations: ${name}.operations; paths: ${name}.paths }`;
    const tests = agreed.map(
      ([member, words]) =>
        `test("${name} ${words}", () => {\n  expectTypeOf<Agreement_${name}["${member}"]>().toBeNever();\n});\n`,
    );
    const names = Object.keys(schemasOf(document));
    const byName = `test("${name} names each schema as the document does", () => {
  expectTypeOf<{
${names.map((each) => `    ${each}: ${name}.${each};`).join("\n")}
  }>().toEqualTypeOf<${name}.components["schemas"]>();
});
`;
    const proof = `type Agreement_${name} = Agreement<${types}, typeof ${name}Contract>;`;
    return `${proof}\n\n${[byName, ...tests].join("\n")}`;
  });
  return `import { expectTypeOf, test } from "vitest";
import type { Agreement } from "./agreement.test-d.ts";
${imports.join("\n")}

${proofs.join("\n")}`;
}

function packageOf(name: string, { packageEntry }: DocumentEntry): string {
  return `@trading-oms/${name}${packageEntry.slice(1)}`;
}

function idsOf(document: Fields): string[] {
  return listOperations(document).map(({ id }) => id);
}

function namesOf({ document, entry }: Source): string[] {
  return idsOf(document).map((id) => operationNameOf(entry, id));
}
