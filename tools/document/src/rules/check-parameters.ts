import type { Complaint } from "../check-vocabulary.ts";
import { fieldsAt, listOperations, type Operation } from "../list-operations.ts";
import { type Fields, isFields } from "../walk-document.ts";

/** Each parameter has a name, a place and a schema, and the path's braces and its parameters agree. */
export function checkParameters(document: Fields): Complaint[] {
  return listOperations(document).flatMap((operation) => {
    const declared = Array.isArray(operation.fields["parameters"]) ? operation.fields["parameters"] : [];
    const parameters = declared.map((parameter: unknown) => fieldsAt(document, parameter));
    return [
      ...parameters.flatMap((parameter, index) => checkParameter(operation, parameter, String(index))),
      ...checkBraces(operation, parameters),
    ];
  });
}

function checkParameter(operation: Operation, parameter: Fields, index: string): Complaint[] {
  const pointer = [...operation.pointer, "parameters", index];
  const name = String(parameter["name"] ?? "");
  const complaints: Complaint[] = [];
  if (!isFields(parameter["schema"])) {
    complaints.push({ pointer, message: `parameter "${name}" has no schema; give it a type and its bounds` });
  }
  if (!["path", "query", "header"].includes(String(parameter["in"]))) {
    complaints.push({
      pointer,
      message: `parameter "${name}" stands nowhere; write in: path, query or header`,
    });
  }
  const isRequired = parameter["required"] === true;
  if (isRequired !== (parameter["in"] === "path")) {
    const mend = isRequired ? "remove required, for a caller may leave it out" : "write required: true";
    complaints.push({ pointer, message: `parameter "${name}" in ${parameter["in"]}: ${mend}` });
  }
  return complaints;
}

function checkBraces({ path, pointer }: Operation, parameters: readonly Fields[]): Complaint[] {
  const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const declared = parameters.filter((parameter) => parameter["in"] === "path").map(({ name }) => name);
  return [
    ...inPath
      .filter((name) => !declared.includes(name))
      .map((name) => ({
        pointer,
        message: `the path has {${name}} and no parameter of that name; add it to parameters`,
      })),
    ...declared
      .filter((name) => !inPath.some((other) => other === name))
      .map((name) => ({
        pointer,
        message: `the path parameter "${name}" is not in the path; write {${name}} there or remove it`,
      })),
  ];
}
