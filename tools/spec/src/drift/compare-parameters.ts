import { isDeepStrictEqual } from "node:util";
import { listOperations, parametersOf } from "../grammar/list-operations.ts";
import { type Fields, isFields } from "../grammar/walk-document.ts";
import { schemaValidator, type Validator } from "../read/schema-validator.ts";
import { boundaryTexts } from "./boundary-texts.ts";
import { boundaryNumbers } from "./boundary-values.ts";
import { addUp, type Comparison, type Contract, compareJudges, type ZodLike } from "./compare-values.ts";

/** The schemas of a route's parameters by place. */
type RouteRequest = Partial<Record<"params" | "query" | "headers", ZodLike>>;

const requestKeys = { path: "params", query: "query", header: "headers" } as const;

/** Unusual forms of an integer that a lenient parser would accept. */
const oddIntegers = [
  "",
  " ",
  "+5",
  "-5",
  "-0",
  "05",
  "00",
  "5.0",
  "5.",
  ".5",
  "1e1",
  "0x10",
  "0b1",
  "1_000",
  "1,000",
  " 5",
  "5 ",
  "5\n",
  "٥",
  "５",
  "NaN",
  "Infinity",
  "null",
  "true",
  "five",
  "9".repeat(400),
  "18446744073709551616",
];

/**
 * Validates the same requests with both sides for every parameter: all parameters of a path, query or header together,
 * with one of them varied, and with unknown ones beside them. Accepted values must be parsed as the document means
 * them.
 */
export function compareParameters(document: Fields, contract: Contract): Comparison {
  const compile = schemaValidator(document);
  return addUp(
    placesOf(document).map(({ operationId, place, parameters }) => {
      const zodSchema = placeSchema(contract, operationId, place);
      const judged = parameters.map((parameter) => ({
        parameter,
        judge: compile(parameter["schema"] as Fields),
      }));
      const read = (given: unknown): Fields | undefined => readPlace(judged, given as Fields);
      const judges = {
        document: (given: unknown) => read(given) !== undefined,
        contract: (given: unknown) => {
          const { success, data } = zodSchema?.safeParse(given) ?? { success: false };
          return success && isDeepStrictEqual({ ...(data as Fields) }, read(given) ?? data);
        },
      };
      return compareJudges(`${operationId} ${place}`, requestsFor(parameters), judges);
    }),
  );
}

type Place = {
  readonly operationId: string;
  readonly place: keyof typeof requestKeys;
  readonly parameters: readonly Fields[];
};

type JudgedParameter = { readonly parameter: Fields; readonly judge: Validator };

function placesOf(document: Fields): Place[] {
  return listOperations(document).flatMap(({ id, fields }) => {
    const declared = parametersOf(document, fields);
    return (["path", "query", "header"] as const)
      .map((place) => ({
        operationId: id,
        place,
        parameters: declared.filter((parameter) => parameter["in"] === place),
      }))
      .filter(({ parameters }) => parameters.length > 0);
  });
}

function placeSchema(contract: Contract, operationId: string, place: Place["place"]): ZodLike | undefined {
  const routes: Readonly<Record<string, { readonly request?: unknown }>> = contract.routes;
  const request = routes[operationId]?.request as RouteRequest | undefined;
  return request?.[requestKeys[place]];
}

/** Parses the parameters of a place by the document; undefined if one is invalid. */
function readPlace(parameters: readonly JudgedParameter[], given: Fields): Fields | undefined {
  const values: Record<string, unknown> = {};
  for (const { parameter, judge } of parameters) {
    const name = String(parameter["name"]);
    const schema = parameter["schema"] as Fields;
    const text = given[name];
    if (text === undefined) {
      if (parameter["required"] === true) return undefined;
      if (schema["default"] !== undefined) values[name] = schema["default"];
      continue;
    }
    const value = typeof text === "string" ? valueOfText(parameter, text) : undefined;
    if (value === undefined || judge(value).length > 0) return undefined;
    values[name] = value;
  }
  return values;
}

const strangers = { unknownMember: "x", "user-agent": "y", constructor: "z" };

function requestsFor(parameters: readonly Fields[]): Fields[] {
  const required = parameters.filter((parameter) => parameter["required"] === true);
  const base = Object.fromEntries(required.map((parameter) => [parameter["name"], "A"]));
  const varied = parameters.flatMap((parameter) => {
    const name = String(parameter["name"]);
    const texts = textsFor(parameter, parameter["schema"] as Fields);
    return [...texts.map((text) => ({ ...base, [name]: text })), { ...base, [name]: ["5", "6"] }];
  });
  return [base, {}, { ...base, ...strangers }, strangers, ...varied];
}

/** Parses a text by the document alone: an integer is decimal digits, a list has commas, all else is normalized text. */
function valueOfText(parameter: Fields, text: string): unknown {
  const schema = parameter["schema"];
  if (isFields(schema) && schema["type"] === "integer") {
    const digits = [...text].every((character) => character >= "0" && character <= "9");
    const leadingZero = text.length > 1 && text.startsWith("0");
    return text !== "" && digits && !leadingZero ? Number(text) : undefined;
  }
  if (isFields(schema) && schema["type"] === "array") return text.split(",");
  if (parameter["x-normalize"] === undefined) return text;
  const characters = [...text.normalize("NFC")];
  const isSpace = (character: string): boolean => /\p{Zs}/u.test(character);
  const first = characters.findIndex((character) => !isSpace(character));
  const last = characters.findLastIndex((character) => !isSpace(character));
  return first === -1 ? "" : characters.slice(first, last + 1).join("");
}

function textsFor(parameter: Fields, schema: Fields): string[] {
  if (schema["type"] === "integer") return [...boundaryNumbers(schema).map(String), ...oddIntegers];
  if (schema["type"] === "array") return listTexts(schema);
  const texts = boundaryTexts(schema);
  if (parameter["x-normalize"] === undefined) return texts;
  return [...texts, ...texts.flatMap((text) => [`  ${text}`, `${text}\u00a0\u3000`, text.normalize("NFD")])];
}

/** Lists on both sides of each bound, and with each odd item. */
function listTexts({ items, minItems, maxItems }: Fields): string[] {
  const texts = boundaryTexts(items as Fields);
  const [sample = ""] = texts.filter((text) => text !== "" && !text.includes(","));
  const lengths = [minItems, maxItems].flatMap((bound) => [-1, 0, 1].map((more) => Number(bound) + more));
  const lists = [0, 1, 2, ...lengths].map((length) =>
    Array.from({ length: Math.max(0, length) }, () => sample).join(","),
  );
  return [...lists, ...texts, ...texts.map((text) => `${sample},${text}`), `${sample},`, `,${sample}`, ","];
}
