import type { Mutation } from "./mutation.ts";

type Edit = readonly [name: string, from: string, to: string];

const edits: readonly Edit[] = [
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

/** The types change, and neither the document nor the contract does. */
export const typesMutations: readonly Mutation[] = edits.map(([name, from, to]) => ({
  kind: "types",
  name,
  file: "document.gen.ts",
  from,
  to,
}));
