import { expect, test } from "vitest";
import { classifyPlanted, type Row } from "./planted.ts";

const rows: readonly Row[] = [
  [
    "A raised minimum of an answer holds",
    "minimum: 1, multipleOf: 5",
    "minimum: 2, multipleOf: 5",
    "compatible: schema Order.fee: minimum 1 → 2",
  ],
  [
    "A lowered minimum of an answer breaks",
    "minimum: 1, multipleOf: 5",
    "minimum: 0, multipleOf: 5",
    "breaking: schema Order.fee: minimum 1 → 0",
  ],
  [
    "A minimum that an answer drops breaks",
    "minimum: 1, multipleOf: 5",
    "multipleOf: 5",
    "breaking: schema Order.fee: minimum removed (1)",
  ],
  [
    "A maximum that an answer takes on holds",
    "minimum: 1, multipleOf: 5",
    "minimum: 1, maximum: 9, multipleOf: 5",
    "compatible: schema Order.fee: maximum added (9)",
  ],
  [
    "Finer steps of an answer break",
    "multipleOf: 5 }",
    "multipleOf: 1 }",
    "breaking: schema Order.fee: multipleOf 5 → 1",
  ],
  [
    "Coarser steps of an answer hold",
    "multipleOf: 5 }",
    "multipleOf: 10 }",
    "compatible: schema Order.fee: multipleOf 5 → 10",
  ],
  [
    "A lowered minLength of a header of an answer breaks",
    "minLength: 2",
    "minLength: 1",
    "breaking: listOrders, answer 200, header ETag: minLength 2 → 1",
  ],
  [
    "A value more in an answer breaks",
    "enum: [open, filled]",
    "enum: [open, filled, gone]",
    'breaking: schema Order.status: enum gains "gone"',
  ],
  [
    "A value fewer in an answer holds",
    "enum: [open, filled]",
    "enum: [open]",
    'compatible: schema Order.status: enum loses "filled"',
  ],
  [
    "A null that an answer did without breaks",
    "id: { type: string }",
    'id: { type: [string, "null"] }',
    'breaking: schema Order.id: type "string" → ["null","string"]',
  ],
  [
    "A branch more in an answer breaks",
    '{ type: "null" }] }',
    '{ type: "null" }, { type: number }] }',
    'breaking: schema Order.remark: anyOf gains {"type":"number"}',
  ],
  [
    "A branch fewer in an answer holds",
    ', { type: "null" }] }',
    "] }",
    'compatible: schema Order.remark: anyOf loses {"type":"null"}',
  ],
  [
    "A branch that became another breaks",
    "{ type: string, description: Words. }",
    "{ type: string, minLength: 1 }",
    'breaking: schema Order.remark: anyOf loses {"type":"string","description":"Words."}, gains {"type":"string","minLength":1}',
  ],
  [
    "A member that an answer always has now holds",
    "required: [id]",
    "required: [id, status]",
    'compatible: schema Order: required gains "status"',
  ],
  [
    "A member that an answer may lack now breaks",
    "      required: [id]\n",
    "",
    'breaking: schema Order: required removed (["id"])',
  ],
  [
    "A member of an answer may come",
    "        id: { type: string }\n",
    "        id: { type: string }\n        at: { type: number }\n",
    "compatible: schema Order: property at added",
  ],
  [
    "A member of a closed object of an answer may not come",
    "properties: { by: { type: string } }",
    "properties: { by: { type: string }, at: { type: number } }",
    "breaking: schema Order.sealed: property at added",
  ],
  [
    "A member of an answer may not go",
    "        status: { enum: [open, filled] }\n",
    "",
    "breaking: schema Order: property status removed",
  ],
  [
    "An answer that is said to be open holds",
    "loose: { type: object,",
    "loose: { type: object, additionalProperties: true,",
    "compatible: schema Order.loose: additionalProperties added (true)",
  ],
  [
    "An answer that is open no more breaks",
    "      additionalProperties: true\n      required: [id]",
    "      required: [id]",
    "breaking: schema Order: additionalProperties removed (true)",
  ],
  [
    "A closed object of an answer may not open",
    "sealed: { type: object, additionalProperties: false,",
    "sealed: { type: object,",
    "breaking: schema Order.sealed: additionalProperties removed (false)",
  ],
  [
    "A changed default of an answer breaks",
    "default: 0",
    "default: 1",
    "breaking: schema OrderPage.total: default 0 → 1",
  ],
  [
    "Another schema for the items of an answer breaks",
    'items: { $ref: "#/components/schemas/Order" }',
    'items: { $ref: "#/components/schemas/Price" }',
    'breaking: schema OrderPage.orders[]: $ref "#/components/schemas/Order" → "#/components/schemas/Price"',
  ],
  [
    "Integers where an answer had numbers hold",
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
