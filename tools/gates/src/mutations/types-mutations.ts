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
