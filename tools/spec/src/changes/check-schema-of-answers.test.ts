import { expect, test } from "vitest";
import { classifyPlanted, type Row } from "./testing/planted.ts";

const rows: readonly Row[] = [
  [
    "allows a raised minimum of an answer",
    "minimum: 1, multipleOf: 5",
    "minimum: 2, multipleOf: 5",
    "compatible: schema Order.fee: minimum 1 → 2",
  ],
  [
    "finds a lowered minimum of an answer breaking",
    "minimum: 1, multipleOf: 5",
    "minimum: 0, multipleOf: 5",
    "breaking: schema Order.fee: minimum 1 → 0",
  ],
  [
    "finds a removed minimum of an answer breaking",
    "minimum: 1, multipleOf: 5",
    "multipleOf: 5",
    "breaking: schema Order.fee: minimum removed (1)",
  ],
  [
    "allows a new maximum of an answer",
    "minimum: 1, multipleOf: 5",
    "minimum: 1, maximum: 9, multipleOf: 5",
    "compatible: schema Order.fee: maximum added (9)",
  ],
  [
    "finds finer steps of an answer breaking",
    "multipleOf: 5 }",
    "multipleOf: 1 }",
    "breaking: schema Order.fee: multipleOf 5 → 1",
  ],
  [
    "allows coarser steps of an answer",
    "multipleOf: 5 }",
    "multipleOf: 10 }",
    "compatible: schema Order.fee: multipleOf 5 → 10",
  ],
  [
    "finds a lowered minLength of a header of an answer breaking",
    "minLength: 2",
    "minLength: 1",
    "breaking: listOrders, answer 200, header ETag: minLength 2 → 1",
  ],
  [
    "finds an additional value in an answer breaking",
    "enum: [open, filled]",
    "enum: [open, filled, gone]",
    'breaking: schema Order.status: enum gains "gone"',
  ],
  [
    "allows a removed value in an answer",
    "enum: [open, filled]",
    "enum: [open]",
    'compatible: schema Order.status: enum loses "filled"',
  ],
  [
    "finds a newly nullable answer breaking",
    "id: { type: string }",
    'id: { type: [string, "null"] }',
    'breaking: schema Order.id: type "string" → ["null","string"]',
  ],
  [
    "finds an additional branch in an answer breaking",
    '{ type: "null" }] }',
    '{ type: "null" }, { type: number }] }',
    'breaking: schema Order.remark: anyOf gains {"type":"number"}',
  ],
  [
    "allows a removed branch in an answer",
    ', { type: "null" }] }',
    "] }",
    'compatible: schema Order.remark: anyOf loses {"type":"null"}',
  ],
  [
    "finds a changed branch breaking",
    "{ type: string, description: Words. }",
    "{ type: string, minLength: 1 }",
    'breaking: schema Order.remark: anyOf loses {"type":"string","description":"Words."}, gains {"type":"string","minLength":1}',
  ],
  [
    "allows an optional member of an answer to become required",
    "required: [id]",
    "required: [id, status]",
    'compatible: schema Order: required gains "status"',
  ],
  [
    "finds a required member of an answer breaking when it becomes optional",
    "      required: [id]\n",
    "",
    'breaking: schema Order: required removed (["id"])',
  ],
  [
    "allows a new member of an answer",
    "        id: { type: string }\n",
    "        id: { type: string }\n        at: { type: number }\n",
    "compatible: schema Order: property at added",
  ],
  [
    "finds a new member of a closed object in an answer breaking",
    "properties: { by: { type: string } }",
    "properties: { by: { type: string }, at: { type: number } }",
    "breaking: schema Order.sealed: property at added",
  ],
  [
    "finds a removed member of an answer breaking",
    "        status: { enum: [open, filled] }\n",
    "",
    "breaking: schema Order: property status removed",
  ],
  [
    "allows an answer to become explicitly open",
    "loose: { type: object,",
    "loose: { type: object, additionalProperties: true,",
    "compatible: schema Order.loose: additionalProperties added (true)",
  ],
  [
    "finds an answer breaking when it is no longer open",
    "      additionalProperties: true\n      required: [id]",
    "      required: [id]",
    "breaking: schema Order: additionalProperties removed (true)",
  ],
  [
    "finds a closed object in an answer breaking when it opens",
    "sealed: { type: object, additionalProperties: false,",
    "sealed: { type: object,",
    "breaking: schema Order.sealed: additionalProperties removed (false)",
  ],
  [
    "finds a changed default of an answer breaking",
    "default: 0",
    "default: 1",
    "breaking: schema OrderPage.total: default 0 → 1",
  ],
  [
    "finds another schema for the items of an answer breaking",
    'items: { $ref: "#/components/schemas/Order" }',
    'items: { $ref: "#/components/schemas/Price" }',
    'breaking: schema OrderPage.orders[]: $ref "#/components/schemas/Order" → "#/components/schemas/Price"',
  ],
  [
    "allows integers instead of numbers in an answer",
    "total: { type: number, minimum: 0, default: 0 }\n    Order:",
    "total: { type: integer, minimum: 0, default: 0 }\n    Order:",
    'compatible: schema OrderPage.total: type "number" → "integer"',
  ],
];

for (const [claim, piece, replacement, ...lines] of rows) {
  test(claim, () => {
    expect(classifyPlanted({ [piece]: replacement })).toEqual(lines);
  });
}
