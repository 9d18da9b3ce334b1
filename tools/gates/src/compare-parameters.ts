import { type Fields, isFields, schemaJudge } from "@trading-oms/document";
import { boundaryNumbers } from "./boundary-numbers.ts";
import { boundaryTexts } from "./boundary-texts.ts";
import { addUp, type Comparison, compareJudges, type ZodLike } from "./compare-verdicts.ts";
import type { Contract } from "./emit-document.ts";

/** The schemas of a route's parameters, as zod-openapi keeps them. */
type RouteRequest = Partial<
  Record<"params" | "query" | "headers", { readonly shape: Readonly<Record<string, ZodLike>> }>
>;

const requestKeys = { path: "params", query: "query", header: "headers" } as const;

/** Odd ways of writing an integer, every one of which a lenient reader would take. */
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

/** Lets both sides judge the same texts for every parameter, the way they arrive in a path, a query or a header. */
export function compareParameters(document: Fields, contract: Contract): Comparison {
  const compile = schemaJudge(document);
  return addUp(
    parametersOf(document).map(({ operationId, parameter }) => {
      const place = `${operationId} ${parameter["in"]} ${parameter["name"]}`;
      const schema = parameter["schema"] as Fields;
      const zodSchema = routeSchema(contract, operationId, parameter);
      const judgeDocument = compile(schema);
      const accepts = (text: unknown): boolean => {
        const value = valueOfText(parameter, String(text));
        return value !== undefined && judgeDocument(value).length === 0;
      };
      const judges = {
        document: (text: unknown) => (text === undefined ? parameter["required"] !== true : accepts(text)),
        contract: (text: unknown) => zodSchema?.safeParse(text).success ?? false,
      };
      const values = [...textsFor(parameter, schema), undefined];
      return addUp([compareJudges(place, values, judges), compareDefault(place, schema, zodSchema)]);
    }),
  );
}

function parametersOf(document: Fields): { operationId: string; parameter: Fields }[] {
  return Object.values(document["paths"] as Fields)
    .flatMap((pathItem) => Object.values(pathItem as Fields) as Fields[])
    .flatMap((operation) => {
      const parameters = (operation["parameters"] ?? []) as Fields[];
      return parameters.map((parameter) => ({ operationId: String(operation["operationId"]), parameter }));
    });
}

function routeSchema(contract: Contract, operationId: string, parameter: Fields): ZodLike | undefined {
  const routes: Readonly<Record<string, { readonly request?: unknown }>> = contract.routes;
  const request = routes[operationId]?.request as RouteRequest | undefined;
  const key = requestKeys[parameter["in"] as keyof typeof requestKeys];
  return request?.[key]?.shape[String(parameter["name"])];
}

/** What a text stands for by the document alone: an integer is decimal digits, all else is the text, normalized. */
function valueOfText(parameter: Fields, text: string): unknown {
  const schema = parameter["schema"];
  if (isFields(schema) && schema["type"] === "integer") {
    const digits = [...text].every((character) => character >= "0" && character <= "9");
    const leadingZero = text.length > 1 && text.startsWith("0");
    return text !== "" && digits && !leadingZero ? Number(text) : undefined;
  }
  if (parameter["x-normalize"] === undefined) return text;
  const characters = [...text.normalize("NFC")];
  const isSpace = (character: string): boolean => /\p{Zs}/u.test(character);
  const first = characters.findIndex((character) => !isSpace(character));
  const last = characters.findLastIndex((character) => !isSpace(character));
  return first === -1 ? "" : characters.slice(first, last + 1).join("");
}

function textsFor(parameter: Fields, schema: Fields): string[] {
  if (schema["type"] === "integer") return [...boundaryNumbers(schema).map(String), ...oddIntegers];
  const texts = boundaryTexts(schema);
  if (parameter["x-normalize"] === undefined) return texts;
  return [...texts, ...texts.flatMap((text) => [`  ${text}`, `${text}\u00a0\u3000`, text.normalize("NFD")])];
}

/** A default that differs changes no verdict, so it is compared by itself. */
function compareDefault(place: string, schema: Fields, zodSchema: ZodLike | undefined): Comparison {
  const preset = zodSchema?.safeParse(undefined).data;
  if (preset === schema["default"]) return { valueCount: 1, disagreements: [] };
  const value = `a default of ${JSON.stringify(schema["default"])}, not ${JSON.stringify(preset)},`;
  return { valueCount: 1, disagreements: [{ place, value, document: "valid", contract: "invalid" }] };
}
