import { type Fields, fieldsOf } from "../../check-answer.ts";
import { type DocumentValue, documents } from "../../documents.gen.ts";
import { doubledCardAddress } from "../address.ts";

/** An operation of a document, or the doubled card path, with a path that it can be asked by. */
export type OperationPath = {
  /** For ids of claims. */
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly needsToken: boolean;
  /** The role that it asks for: the operations of the desk, which not every deployment serves. */
  readonly role: "viewer" | "operator" | undefined;
};

/** Every operation of every document. */
export const operationPaths: readonly OperationPath[] = [
  ...documents.flatMap(({ operationPrefix, document }) =>
    Object.entries(fieldsOf(document["paths"])).flatMap(([template, item]) =>
      Object.entries(fieldsOf(item)).map(([method, operation]) =>
        describe({ operationPrefix, document }, template, method, fieldsOf(operation)),
      ),
    ),
  ),
  {
    name: "doubled-card",
    path: doubledCardAddress,
    method: "POST",
    needsToken: false,
    role: undefined,
  },
];

/** The operations that every deployment serves. */
export const commonPaths: readonly OperationPath[] = operationPaths.filter(({ role }) => role === undefined);

/** The operations of the desk. */
export const deskPaths: readonly OperationPath[] = operationPaths.filter(({ role }) => role !== undefined);

/** The methods of a path. */
export function methodsOf(path: string): string[] {
  return operationPaths.filter((each) => each.path === path).map(({ method }) => method);
}

function describe(
  { operationPrefix, document }: Pick<DocumentValue, "operationPrefix" | "document">,
  template: string,
  method: string,
  operation: Fields,
): OperationPath {
  const { operationId, security, parameters } = operation;
  const declared = (Array.isArray(parameters) ? parameters : []).map((each) => followed(document, each));
  const name = `${operationPrefix}${operationId}`.replaceAll(".", "-");
  return {
    name: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    path: template.replaceAll(/\{([^}]+)\}/g, (_, parameter: string) => exampleOf(declared, parameter)),
    method: method.toUpperCase(),
    needsToken: Array.isArray(security) && security.length > 0,
    role: roleOf(security),
  };
}

/** The role that a requirement like `bearer: [viewer]` names. */
function roleOf(security: unknown): OperationPath["role"] {
  const [requirement] = Array.isArray(security) ? security : [];
  const [role] = Object.values(fieldsOf(requirement)).flat();
  return role === "viewer" || role === "operator" ? role : undefined;
}

/** The first example of a parameter, which each parameter of a path has. */
function exampleOf(parameters: readonly Fields[], name: string): string {
  const found = parameters.find((each) => each["name"] === name && each["in"] === "path");
  const [example] = Object.values(fieldsOf(found?.["examples"]));
  return encodeURIComponent(String(fieldsOf(example)["value"]));
}

/** A parameter, or the shared one that it refers to. */
function followed(document: Fields, parameter: unknown): Fields {
  const { $ref } = fieldsOf(parameter);
  if (typeof $ref !== "string") return fieldsOf(parameter);
  const keys = $ref.slice(2).split("/");
  return fieldsOf(keys.reduce<unknown>((part, key) => fieldsOf(part)[key], document));
}
