import type { Mutation } from "./mutation.ts";

type ContractEdit = readonly [name: string, file: string, from: string, to: string];

const contractEdits: readonly ContractEdit[] = [
  ["a number becomes a text", "specified.gen.ts", '"tradingPower": z.number()', '"tradingPower": z.string()'],
  [
    "a value joins an enum",
    "specified.gen.ts",
    'z.enum(["success","failed"])',
    'z.enum(["success","failed","pending"])',
  ],
  ["a property is dropped", "specified.gen.ts", '  "topic": z.string()', '  "subject": z.string()'],
  [
    "a closed object opens",
    "specified.gen.ts",
    "CoveredMarginCallRequest = z.strictObject(",
    "CoveredMarginCallRequest = z.looseObject(",
  ],
  [
    "an open object closes",
    "specified.gen.ts",
    "PriceLevel = z.looseObject(",
    "PriceLevel = z.strictObject(",
  ],
  [
    "an open object drops its strangers",
    "specified.gen.ts",
    "TrendSide = z.looseObject(",
    "TrendSide = z.object(",
  ],
  ["a maximum goes", "specified.gen.ts", ".max(9007199254740991)", ""],
  ["fractions are let in", "specified.gen.ts", "refine(Number.isInteger", "refine(Number.isFinite"],
  [
    "an optional property becomes required",
    "specified.gen.ts",
    '"The product group of the symbol.","examples":["STO"]}).optional()',
    '"The product group of the symbol.","examples":["STO"]})',
  ],
  [
    "a null is no longer taken",
    "specified.gen.ts",
    "z.union([SymbolInfo, z.null()])",
    "z.union([SymbolInfo, SymbolInfo])",
  ],
  [
    "a longest image shrinks",
    "specified.gen.ts",
    'hasLength({"maxLength":10666668})',
    'hasLength({"maxLength":10666664})',
  ],
  ["a description changes", "specified.gen.ts", "The margin figures in force for a symbol.", "The figures."],
  ["the base64 check always says yes", "text.ts", "text.length % 4 !== 0", "text.length < 0"],
  ["the date-time check forgets the days of a month", "text.ts", "day <= daysIn(year, month)", "day <= 31"],
  ["lengths are counted in UTF-16 units", "text.ts", "countCodePoints(text)", "text.length"],
  ["an integer takes a sign and a fraction", "query-integer.ts", "/^(?:0|[1-9][0-9]*)$/", "/^[-+0-9.]+$/"],
  ["an integer loses its upper bound", "query-integer.ts", ".max(maximum, { error })", ""],
  ["spaces are no longer taken off", "text.ts", '.replace(trailingSpaces, "")', ""],
  ["text is no longer brought to NFC", "text.ts", '.normalize("NFC")', ""],
  ["a tolerant object drops what it does not know", "tolerant-object.ts", ".catchall(others as never)", ""],
  [
    "unknown query parameters are refused",
    "specified.gen.ts",
    "    query: z.object({",
    "    query: z.strictObject({",
  ],
  [
    "other headers are refused",
    "specified.gen.ts",
    "    headers: z.object({",
    "    headers: z.strictObject({",
  ],
  [
    "a body is refined on its way",
    "specified.gen.ts",
    "{ schema: CoveredMarginCallRequest",
    "{ schema: CoveredMarginCallRequest.refine((body) => body.amount > 0)",
  ],
  [
    "a key is changed as it is read",
    "specified.gen.ts",
    '"Idempotency-Key": z.string()',
    '"Idempotency-Key": z.string().toUpperCase()',
  ],
  [
    "an integer is off by one",
    "query-integer.ts",
    ".transform(Number)",
    ".transform((digits) => Number(digits) - 1)",
  ],
  ["a search is put in lower case", "text.ts", '.normalize("NFC")', '.normalize("NFC").toLowerCase()'],
  [
    "a pattern forgets the case of letters",
    "specified.gen.ts",
    "/^[A-Za-z0-9._-]+$/u",
    "/^[A-Za-z0-9._-]+$/iu",
  ],
  ["a default changes", "specified.gen.ts", ".default(50)", ".default(25)"],
  ["a status goes", "specified.gen.ts", "    304: {", "    303: {"],
  ["a media type changes", "specified.gen.ts", '"text/plain"', '"text/html"'],
  ["a token is no longer asked for", "specified.gen.ts", 'security: [{"bearer":[]}]', "security: []"],
  ["an operation id changes", "specified.gen.ts", 'operationId: "parseIdCard"', 'operationId: "readIdCard"'],
  ["a path changes", "specified.gen.ts", 'path: "/api/v2/chat/api/id-card"', 'path: "/api/v2/id-card"'],
  ["a parameter takes more characters", "specified.gen.ts", "/^[A-Za-z0-9._-]+$/u", "/^[A-Za-z0-9._/-]+$/u"],
  ["a header is dropped", "specified.gen.ts", '"Idempotency-Key": z', '"Idempotence-Key": z'],
];

/** Mutations of the contract without the document. */
export const contractMutations: readonly Mutation[] = contractEdits.map(([name, file, from, to]) => ({
  kind: "contract",
  name,
  file,
  from,
  to,
}));

type TypesEdit = readonly [name: string, from: string, to: string];

const typesEdits: readonly TypesEdit[] = [
  ["a number becomes a text", "            tradingPower?: number;", "            tradingPower?: string;"],
  [
    "an optional property becomes required",
    "            marginRatio?: number;",
    "            marginRatio: number;",
  ],
  ["a value leaves an enum", '"success" | "failed"', '"success"'],
  [
    "an open object closes",
    "        SymbolNewsItem: {\n            [key: string]: unknown;",
    "        SymbolNewsItem: {\n            title?: string;",
  ],
  [
    "a query parameter changes its type",
    "                limit?: number;",
    "                limit?: string;",
  ],
  [
    "an optional query parameter becomes required",
    "                limit?: number;",
    "                limit: number;",
  ],
  [
    "a query becomes required",
    "            query?: {\n                /** @description How many",
    "            query: {\n                /** @description How many",
  ],
  ["a header becomes required", '"Idempotency-Key"?: string;', '"Idempotency-Key": string;'],
  ["a path changes", '    "/api/v1/users/covered-margin-call": {', '    "/api/v1/users/covered": {'],
  [
    "a method leads to another operation",
    '        get: operations["getMarginRatio"];',
    '        get: operations["listNotifications"];',
  ],
  [
    "a header of an answer changes its name",
    '"WWW-Authenticate": components',
    '"WWW-Authentication": components',
  ],
  [
    "a name stands for another schema",
    'export type SymbolInfo = components["schemas"]["SymbolInfo"];',
    'export type SymbolInfo = components["schemas"]["SymbolStat"];',
  ],
  ["a schema goes", "        GatewayError: {", "        GateError: {"],
];

/** Mutations of the types without document and contract. */
export const typesMutations: readonly Mutation[] = typesEdits.map(([name, from, to]) => ({
  kind: "types",
  name,
  file: "specified.gen.ts",
  from,
  to,
}));
