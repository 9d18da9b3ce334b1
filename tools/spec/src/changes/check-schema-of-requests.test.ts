import { expect, test } from "vitest";
import { classifyPlanted, type Row } from "./testing/planted.ts";

const rows: readonly Row[] = [
  [
    "finds a lowered maximum of a request breaking",
    "maximum: 100\n",
    "maximum: 50\n",
    "breaking: listOrders, query parameter limit: maximum 100 → 50",
  ],
  [
    "allows a raised maximum of a request",
    "maximum: 100\n",
    "maximum: 200\n",
    "compatible: listOrders, query parameter limit: maximum 100 → 200",
  ],
  [
    "finds a raised minimum of a request breaking",
    "minimum: 1\n",
    "minimum: 2\n",
    "breaking: listOrders, query parameter limit: minimum 1 → 2",
  ],
  [
    "allows a lowered minimum of a request",
    "minimum: 1\n",
    "minimum: 0\n",
    "compatible: listOrders, query parameter limit: minimum 1 → 0",
  ],
  [
    "allows a removed minimum of a request",
    "            minimum: 1\n",
    "",
    "compatible: listOrders, query parameter limit: minimum removed (1)",
  ],
  [
    "finds a raised minLength of a request breaking",
    "minLength: 1,",
    "minLength: 2,",
    "breaking: listOrders, query parameter account: minLength 1 → 2",
  ],
  [
    "allows a raised maxLength of a request",
    "maxLength: 64",
    "maxLength: 65",
    "compatible: listOrders, query parameter account: maxLength 64 → 65",
  ],
  [
    "finds a changed pattern of a request breaking, even a wider one",
    '"^a"',
    '"^[ab]"',
    'breaking: listOrders, query parameter account: pattern "^a" → "^[ab]"',
  ],
  [
    "allows a removed pattern of a request",
    ', pattern: "^a"',
    "",
    'compatible: listOrders, query parameter account: pattern removed ("^a")',
  ],
  [
    "finds a new pattern of a request breaking",
    "symbol: { type: string }",
    'symbol: { type: string, pattern: "^a" }',
    'breaking: schema OrderRequest.symbol: pattern added ("^a")',
  ],
  [
    "finds a changed format breaking",
    "format: plain",
    "format: fancy",
    'breaking: schema OrderRequest.note: format "plain" → "fancy"',
  ],
  [
    "finds a new content encoding of a request breaking",
    "symbol: { type: string }",
    "symbol: { type: string, contentEncoding: base64 }",
    'breaking: schema OrderRequest.symbol: contentEncoding added ("base64")',
  ],
  [
    "finds coarser steps of a request breaking",
    "multipleOf: 10",
    "multipleOf: 20",
    "breaking: schema OrderRequest.lots: multipleOf 10 → 20",
  ],
  [
    "allows finer steps of a request",
    "multipleOf: 10",
    "multipleOf: 5",
    "compatible: schema OrderRequest.lots: multipleOf 10 → 5",
  ],
  [
    "finds steps breaking if neither is a multiple of the other",
    "multipleOf: 10",
    "multipleOf: 15",
    "breaking: schema OrderRequest.lots: multipleOf 10 → 15",
  ],
  [
    "finds a changed default breaking",
    "default: 50",
    "default: 20",
    "breaking: listOrders, query parameter limit: default 50 → 20",
  ],
  [
    "finds a removed default breaking",
    "            default: 50\n",
    "",
    "breaking: listOrders, query parameter limit: default removed (50)",
  ],
  [
    "allows a new default",
    'pattern: "^a"',
    'pattern: "^a", default: a1',
    'compatible: listOrders, query parameter account: default added ("a1")',
  ],
  [
    "finds a removed value in a request breaking",
    "enum: [buy, sell]",
    "enum: [buy]",
    'breaking: schema OrderRequest.side: enum loses "sell"',
  ],
  [
    "allows an additional value in a request",
    "enum: [buy, sell]",
    "enum: [buy, sell, short]",
    'compatible: schema OrderRequest.side: enum gains "short"',
  ],
  [
    "finds a replaced value in a request breaking",
    "enum: [buy, sell]",
    "enum: [buy, short]",
    'breaking: schema OrderRequest.side: enum loses "sell", gains "short"',
  ],
  [
    "finds a new enum in a request breaking",
    "symbol: { type: string }",
    "symbol: { type: string, enum: [FPT] }",
    'breaking: schema OrderRequest.symbol: enum added (["FPT"])',
  ],
  [
    "finds a no longer nullable request breaking",
    'note: { type: [string, "null"]',
    "note: { type: string",
    'breaking: schema OrderRequest.note: type ["null","string"] → "string"',
  ],
  [
    "allows a newly nullable request",
    "symbol: { type: string }",
    'symbol: { type: [string, "null"] }',
    'compatible: schema OrderRequest.symbol: type "string" → ["null","string"]',
  ],
  [
    "allows numbers instead of integers in a request",
    "lots: { type: integer",
    "lots: { type: number",
    'compatible: schema OrderRequest.lots: type "integer" → "number"',
  ],
  [
    "finds an optional member of a request breaking when it becomes required",
    "required: [symbol, lots]",
    "required: [symbol, lots, side]",
    'breaking: schema OrderRequest: required gains "side"',
  ],
  [
    "allows a required member of a request to become optional",
    "required: [symbol, lots]",
    "required: [symbol]",
    'compatible: schema OrderRequest: required loses "lots"',
  ],
  [
    "allows a new optional member of a closed body",
    "        symbol: { type: string }\n",
    "        symbol: { type: string }\n        until: { type: string }\n",
    "compatible: schema OrderRequest: property until added",
  ],
  [
    "finds a new required member of a closed body breaking",
    "      required: [symbol, lots]\n      properties:\n",
    "      required: [symbol, lots, until]\n      properties:\n        until: { type: string }\n",
    'breaking: schema OrderRequest: required gains "until"',
    "compatible: schema OrderRequest: property until added",
  ],
  [
    "finds a new member of an open body breaking, because it may have been sent already",
    "properties: { reason: { type: string } }",
    "properties: { reason: { type: string }, code: { type: number } }",
    "breaking: schema OrderRequest.extra: property code added",
  ],
  [
    "finds a removed member of a request breaking",
    "        side: { enum: [buy, sell] }\n",
    "",
    "breaking: schema OrderRequest: property side removed",
  ],
  [
    "allows a closed body to open",
    "additionalProperties: false\n      required: [symbol",
    "additionalProperties: true\n      required: [symbol",
    "compatible: schema OrderRequest: additionalProperties false → true",
  ],
  [
    "finds an open body breaking when it closes",
    "labels: { type: object, additionalProperties: true }",
    "labels: { type: object, additionalProperties: false }",
    "breaking: schema OrderRequest.labels: additionalProperties true → false",
  ],
  [
    "finds new constraints on additional members of an open body breaking",
    "labels: { type: object, additionalProperties: true }",
    "labels: { type: object, additionalProperties: { type: string } }",
    'breaking: schema OrderRequest.labels: additionalProperties true → {"type":"string"}',
  ],
];

for (const [claim, piece, replacement, ...lines] of rows) {
  test(claim, () => {
    expect(classifyPlanted({ [piece]: replacement })).toEqual(lines);
  });
}
