import { expect, test } from "vitest";
import { classifyPlanted, type Row } from "./planted.ts";

const rows: readonly Row[] = [
  [
    "A lowered maximum of a request breaks",
    "maximum: 100\n",
    "maximum: 50\n",
    "breaking: listOrders, query parameter limit: maximum 100 → 50",
  ],
  [
    "A raised maximum of a request holds",
    "maximum: 100\n",
    "maximum: 200\n",
    "compatible: listOrders, query parameter limit: maximum 100 → 200",
  ],
  [
    "A raised minimum of a request breaks",
    "minimum: 1\n",
    "minimum: 2\n",
    "breaking: listOrders, query parameter limit: minimum 1 → 2",
  ],
  [
    "A lowered minimum of a request holds",
    "minimum: 1\n",
    "minimum: 0\n",
    "compatible: listOrders, query parameter limit: minimum 1 → 0",
  ],
  [
    "A minimum that a request is freed of holds",
    "            minimum: 1\n",
    "",
    "compatible: listOrders, query parameter limit: minimum removed (1)",
  ],
  [
    "A raised minLength of a request breaks",
    "minLength: 1,",
    "minLength: 2,",
    "breaking: listOrders, query parameter account: minLength 1 → 2",
  ],
  [
    "A raised maxLength of a request holds",
    "maxLength: 64",
    "maxLength: 65",
    "compatible: listOrders, query parameter account: maxLength 64 → 65",
  ],
  [
    "Another pattern of a request breaks, wider as it may be",
    '"^a"',
    '"^[ab]"',
    'breaking: listOrders, query parameter account: pattern "^a" → "^[ab]"',
  ],
  [
    "A pattern that a request is freed of holds",
    ', pattern: "^a"',
    "",
    'compatible: listOrders, query parameter account: pattern removed ("^a")',
  ],
  [
    "A pattern that a request did without breaks",
    "symbol: { type: string }",
    'symbol: { type: string, pattern: "^a" }',
    'breaking: schema OrderRequest.symbol: pattern added ("^a")',
  ],
  [
    "Another format breaks",
    "format: plain",
    "format: fancy",
    'breaking: schema OrderRequest.note: format "plain" → "fancy"',
  ],
  [
    "A content encoding that a request did without breaks",
    "symbol: { type: string }",
    "symbol: { type: string, contentEncoding: base64 }",
    'breaking: schema OrderRequest.symbol: contentEncoding added ("base64")',
  ],
  [
    "Coarser steps of a request break",
    "multipleOf: 10",
    "multipleOf: 20",
    "breaking: schema OrderRequest.lots: multipleOf 10 → 20",
  ],
  [
    "Finer steps of a request hold",
    "multipleOf: 10",
    "multipleOf: 5",
    "compatible: schema OrderRequest.lots: multipleOf 10 → 5",
  ],
  [
    "Steps of which neither fits the other break",
    "multipleOf: 10",
    "multipleOf: 15",
    "breaking: schema OrderRequest.lots: multipleOf 10 → 15",
  ],
  [
    "A changed default breaks",
    "default: 50",
    "default: 20",
    "breaking: listOrders, query parameter limit: default 50 → 20",
  ],
  [
    "A removed default breaks",
    "            default: 50\n",
    "",
    "breaking: listOrders, query parameter limit: default removed (50)",
  ],
  [
    "A default where there was none holds",
    'pattern: "^a"',
    'pattern: "^a", default: a1',
    'compatible: listOrders, query parameter account: default added ("a1")',
  ],
  [
    "A value fewer in a request breaks",
    "enum: [buy, sell]",
    "enum: [buy]",
    'breaking: schema OrderRequest.side: enum loses "sell"',
  ],
  [
    "A value more in a request holds",
    "enum: [buy, sell]",
    "enum: [buy, sell, short]",
    'compatible: schema OrderRequest.side: enum gains "short"',
  ],
  [
    "A value for another in a request breaks",
    "enum: [buy, sell]",
    "enum: [buy, short]",
    'breaking: schema OrderRequest.side: enum loses "sell", gains "short"',
  ],
  [
    "A list of values where all were taken breaks",
    "symbol: { type: string }",
    "symbol: { type: string, enum: [FPT] }",
    'breaking: schema OrderRequest.symbol: enum added (["FPT"])',
  ],
  [
    "A null that is not taken any more breaks",
    'note: { type: [string, "null"]',
    "note: { type: string",
    'breaking: schema OrderRequest.note: type ["null","string"] → "string"',
  ],
  [
    "A null that is taken as well holds",
    "symbol: { type: string }",
    'symbol: { type: [string, "null"] }',
    'compatible: schema OrderRequest.symbol: type "string" → ["null","string"]',
  ],
  [
    "Numbers where integers were taken hold",
    "lots: { type: integer",
    "lots: { type: number",
    'compatible: schema OrderRequest.lots: type "integer" → "number"',
  ],
  [
    "A member that a request needs now breaks",
    "required: [symbol, lots]",
    "required: [symbol, lots, side]",
    'breaking: schema OrderRequest: required gains "side"',
  ],
  [
    "A member that a request needs no more holds",
    "required: [symbol, lots]",
    "required: [symbol]",
    'compatible: schema OrderRequest: required loses "lots"',
  ],
  [
    "An optional member of a closed body may come",
    "        symbol: { type: string }\n",
    "        symbol: { type: string }\n        until: { type: string }\n",
    "compatible: schema OrderRequest: property until added",
  ],
  [
    "A member that comes to a closed body and is needed at once breaks",
    "      required: [symbol, lots]\n      properties:\n",
    "      required: [symbol, lots, until]\n      properties:\n        until: { type: string }\n",
    'breaking: schema OrderRequest: required gains "until"',
    "compatible: schema OrderRequest: property until added",
  ],
  [
    "A member that comes to an open body may have been sent already",
    "properties: { reason: { type: string } }",
    "properties: { reason: { type: string }, code: { type: number } }",
    "breaking: schema OrderRequest.extra: property code added",
  ],
  [
    "A member that is taken out of a request breaks",
    "        side: { enum: [buy, sell] }\n",
    "",
    "breaking: schema OrderRequest: property side removed",
  ],
  [
    "A closed body may open",
    "additionalProperties: false\n      required: [symbol",
    "additionalProperties: true\n      required: [symbol",
    "compatible: schema OrderRequest: additionalProperties false → true",
  ],
  [
    "An open body may not close",
    "labels: { type: object, additionalProperties: true }",
    "labels: { type: object, additionalProperties: false }",
    "breaking: schema OrderRequest.labels: additionalProperties true → false",
  ],
  [
    "An open body may not ask something of its further members",
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
