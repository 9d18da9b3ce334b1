import { doubledCardAddress } from "./claims/address.ts";
import { type DocumentValue, documents } from "./documents.gen.ts";
import { type Fields, fieldsOf, resolveReference } from "./fields.ts";

/** An operation of a document, or the doubled card path. */
export type Operation = {
  /** As the documents and the claims call it, and as ids of claims do. */
  readonly operation: string;
  readonly name: string;
  readonly method: string;
  /** The path as the document writes it, and with the first example of each parameter. */
  readonly template: string;
  readonly path: string;
  /** Whose token it asks for. Not every deployment serves the desk, for `viewer` and `operator`. */
  readonly role: "anyone" | "user" | "viewer" | "operator";
  /** What matches its paths. */
  readonly form: RegExp;
  /** Its document, its place in it, and its answers by their statuses. */
  readonly holder: DocumentValue;
  readonly pointer: string;
  readonly responses: Fields;
};

const documented = documents.flatMap((holder) =>
  Object.entries(fieldsOf(holder.document["paths"])).flatMap(([template, item]) =>
    Object.entries(fieldsOf(item)).map(([method, operation]) =>
      describe(holder, { template, method, operation: fieldsOf(operation) }),
    ),
  ),
);

/** Every operation of every document, and that of cards once more, by its doubled path. */
export const operations: readonly Operation[] = [
  ...documented,
  ...documented
    .filter(({ operation }) => operation === "parseIdCard")
    .map((card) => ({
      ...card,
      operation: "doubled-card",
      name: "doubled-card",
      ...placed(doubledCardAddress),
    })),
];

/** The operations of the desk. */
export const deskOperations: readonly Operation[] = operations.filter(isOfDesk);

/** The operations that every deployment serves. */
export const commonOperations: readonly Operation[] = operations.filter((each) => !isOfDesk(each));

/** Whether a deployment without the desk has no such operation. */
export function isOfDesk({ role }: Operation): boolean {
  return role === "viewer" || role === "operator";
}

/** The methods of a path. */
export function methodsOf(path: string): string[] {
  return operations.filter((each) => each.path === path).map(({ method }) => method);
}

function describe(
  holder: DocumentValue,
  { template, method, operation }: { readonly template: string; method: string; operation: Fields },
): Operation {
  const { operationId, security, parameters, responses } = operation;
  const declared = (Array.isArray(parameters) ? parameters : []).map(
    (each) => resolveReference(holder.document, each)[0],
  );
  const name = `${holder.operationPrefix}${operationId}`;
  return {
    operation: name,
    name: name.replaceAll(".", "-").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    method: method.toUpperCase(),
    ...placed(template, declared),
    role: roleOf(security),
    holder,
    pointer: `#/paths/${template.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`,
    responses: fieldsOf(responses),
  };
}

function placed(
  template: string,
  parameters: readonly Fields[] = [],
): Pick<Operation, "template" | "path" | "form"> {
  return {
    template,
    path: template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => exampleOf(parameters, name)),
    form: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
  };
}

/** The role that a requirement like `bearer: [viewer]` names; any user's token without one. */
function roleOf(security: unknown): Operation["role"] {
  const [requirement] = Array.isArray(security) ? security : [];
  if (requirement === undefined) return "anyone";
  const [role] = Object.values(fieldsOf(requirement)).flat();
  return role === "viewer" || role === "operator" ? role : "user";
}

/** The first example of a parameter, which each parameter of a path has. */
function exampleOf(parameters: readonly Fields[], name: string): string {
  const found = parameters.find((each) => each["name"] === name && each["in"] === "path");
  const [example] = Object.values(fieldsOf(found?.["examples"]));
  return encodeURIComponent(String(fieldsOf(example)["value"]));
}
