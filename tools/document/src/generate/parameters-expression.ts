import { type Fields, isFields, type Pointer } from "../walk-document.ts";
import { RefusedDocument } from "./refused-document.ts";
import { schemaExpression } from "./schema-expression.ts";

/** What zod-openapi calls the parameters of each place. */
const requestKeys = { path: "params", query: "query", header: "headers" } as const;

/** Writes the parameters of an operation, one object a place: path, query, header. */
export function parametersExpression(pointer: Pointer, parameters: unknown): string[] {
  if (!Array.isArray(parameters)) return [];
  const written = parameters.map((parameter, index) =>
    writeParameter([...pointer, "parameters", String(index)], parameter),
  );
  return Object.entries(requestKeys).flatMap(([place, key]) => {
    const members = written.filter((parameter) => parameter.place === place).map(({ code }) => code);
    return members.length === 0 ? [] : [`    ${key}: z.object({\n${members.join("")}    }),\n`];
  });
}

type WrittenParameter = { readonly place: string; readonly code: string };

function writeParameter(pointer: Pointer, parameter: unknown): WrittenParameter {
  if (!isFields(parameter) || "$ref" in parameter) {
    throw new RefusedDocument(pointer, "a parameter has to stand with its operation");
  }
  const { name, in: place, schema, required, ...words } = parameter;
  if (typeof place !== "string" || !Object.hasOwn(requestKeys, place)) {
    const message = `a parameter stands in path, query or header, not in ${JSON.stringify(place)}`;
    throw new RefusedDocument([...pointer, "in"], message);
  }
  if (!isFields(schema)) throw new RefusedDocument(pointer, "a parameter needs a schema");
  const code = parameterExpression(pointer, schema, { name, in: place, ...words });
  const optional = required === true || schema["default"] !== undefined ? "" : ".optional()";
  return { place, code: `      ${JSON.stringify(name)}: ${code}${optional},\n` };
}

/** The text of a parameter is first brought to its normal form where the document asks for that, then judged. */
function parameterExpression(pointer: Pointer, schema: Fields, words: Fields): string {
  const schemaPointer = [...pointer, "schema"];
  if (schema["type"] === "integer") return integerExpression(schemaPointer, schema, words);
  if (schema["type"] !== "string") {
    throw new RefusedDocument(schemaPointer, "a parameter is a string, or an integer in decimal digits");
  }
  const code = schemaExpression(schemaPointer, schema, { parameter: words });
  if (words["x-normalize"] === undefined) return code;
  if (JSON.stringify(words["x-normalize"]) !== '["NFC","trim-spaces"]') {
    throw new RefusedDocument([...pointer, "x-normalize"], "x-normalize is [NFC, trim-spaces] or absent");
  }
  return code.replace("z.string()", "z.string().overwrite(normalizeText)");
}

function integerExpression(pointer: Pointer, schema: Fields, words: Fields): string {
  const { type, minimum, maximum, default: preset, ...others } = schema;
  const foreign = Object.keys(others)[0];
  if (foreign !== undefined) {
    const message = `keyword "${foreign}" has no meaning in an integer parameter`;
    throw new RefusedDocument([...pointer, foreign], message);
  }
  if (typeof minimum !== "number" || typeof maximum !== "number" || minimum < 0) {
    throw new RefusedDocument(pointer, "an integer parameter needs a minimum of 0 or more, and a maximum");
  }
  const said = JSON.stringify({ type, minimum, maximum, default: preset, param: words });
  const defaulted = preset === undefined ? "" : `.default(${JSON.stringify(preset)})`;
  return `queryInteger({ minimum: ${minimum}, maximum: ${maximum} })${defaulted}.openapi(${said})`;
}
