import type { Complaint } from "../check-vocabulary.ts";
import { schemasOf } from "../resolve-reference.ts";
import type { Fields, Pointer } from "../walk-document.ts";

/** Names that the generated modules need for themselves, and those that no variable may have. */
const takenNames = new Set([
  ..."createRoute documentHead hasLength normalizeText queryInteger routes schemas securitySchemes z".split(
    " ",
  ),
  ..."await break case catch class const continue debugger default delete do else enum export extends false".split(
    " ",
  ),
  ..."finally for function if implements import in instanceof interface let new null package private".split(
    " ",
  ),
  ..."protected public return static super switch this throw true try typeof var void while with yield".split(
    " ",
  ),
]);

/** Complains of names that could not become names in code, or that two things share. */
export function checkNames(document: Fields): Complaint[] {
  const operations = listOperations(document);
  return [
    ...Object.keys(schemasOf(document)).flatMap(checkSchemaName),
    ...operations.flatMap(({ pointer, operation }) => checkOperationId(pointer, operation)),
    ...operations.flatMap(({ pointer, operation }) => checkParameterNames(pointer, operation)),
    ...operations.flatMap(({ pointer, operation }, index) => {
      const id = operation["operationId"];
      const isTwin = operations.slice(0, index).some((other) => other.operation["operationId"] === id);
      return isTwin && id !== undefined
        ? [
            {
              pointer: [...pointer, "operationId"],
              message: `operationId "${id}" is that of another operation`,
            },
          ]
        : [];
    }),
  ];
}

type Placed = { readonly pointer: Pointer; readonly operation: Fields };

function listOperations(document: Fields): Placed[] {
  return Object.entries(document["paths"] as Fields).flatMap(([path, pathItem]) =>
    Object.entries(pathItem as Fields).map(([method, operation]) => ({
      pointer: ["paths", path, method],
      operation: operation as Fields,
    })),
  );
}

function checkSchemaName(name: string): Complaint[] {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return [];
  const message = `"${name}" can't be the name of a type; write it like MarginRatio`;
  return [{ pointer: ["components", "schemas", name], message }];
}

function checkOperationId(pointer: Pointer, { operationId }: Fields): Complaint[] {
  const isName = typeof operationId === "string" && /^[a-z][A-Za-z0-9]*$/.test(operationId);
  if (isName && !takenNames.has(operationId)) return [];
  const message = `an operation needs an operationId such as getMarginRatio, not ${JSON.stringify(operationId)}`;
  return [{ pointer: operationId === undefined ? pointer : [...pointer, "operationId"], message }];
}

/** The path names its parameters, and the parameters name their path: each once on either side. */
function checkParameterNames(pointer: Pointer, operation: Fields): Complaint[] {
  const parameters = (operation["parameters"] ?? []) as readonly Fields[];
  const keys = parameters.map((parameter) => `${parameter["in"]} ${parameter["name"]}`);
  const inPath = [...(pointer[1] ?? "").matchAll(/\{([^}]*)\}/g)].map(([, name]) => `path ${name}`);
  return [
    ...keys.flatMap((key, index): Complaint[] => {
      const place = [...pointer, "parameters", String(index)];
      if (keys.indexOf(key) !== index)
        return [{ pointer: place, message: `parameter "${key}" stands here twice` }];
      const isLost = key.startsWith("path ") && !inPath.includes(key);
      return isLost
        ? [{ pointer: place, message: `parameter "${key}" is not in the path ${pointer[1]}` }]
        : [];
    }),
    ...inPath
      .filter((key) => !keys.includes(key))
      .map((key) => ({
        pointer,
        message: `the path names "${key}", and the operation has no such parameter`,
      })),
  ];
}
