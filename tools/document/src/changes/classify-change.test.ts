import { expect, test } from "vitest";
import { classifyChanges } from "./classify-change.ts";
import { classifyPlanted, plantDocument, type Row } from "./planted.ts";

const rowsOfWords: readonly Row[] = [
  [
    "A title is words",
    "title: Orders",
    "title: Orders and more",
    'words: info: title "Orders" → "Orders and more"',
  ],
  [
    "A licence is words",
    "title: Orders",
    "title: Orders\n  license: { name: MIT }",
    "words: info: license added",
  ],
  [
    "A summary is words",
    "summary: List",
    "summary: Show",
    'words: listOrders: summary "List orders" → "Show orders"',
  ],
  [
    "The description of a tag is words",
    "description: What was ordered.",
    "description: Orders.",
    'words: tag Orders: description "What was ordered." → "Orders."',
  ],
  [
    "The description of a schema is words",
    "description: An order.",
    "description: One order.",
    'words: schema Order: description "An order." → "One order."',
  ],
  [
    "Examples of a schema are words",
    "id: { type: string }",
    "id: { type: string, examples: [a] }",
    'words: schema Order.id: examples added (["a"])',
  ],
  [
    "The description of a branch within anyOf is words",
    "description: Words.",
    "description: More words.",
    'words: schema Order.remark: anyOf loses {"type":"string","description":"Words."}, gains {"type":"string","description":"More words."}',
  ],
  [
    "The description of a server is words",
    "description: Live",
    "description: The live one",
    'words: servers loses {"url":"https://orders.example","description":"Live"}, gains {"url":"https://orders.example","description":"The live one…',
  ],
  [
    "A patch release of OpenAPI is words",
    "openapi: 3.1.1",
    "openapi: 3.1.2",
    'words: openapi "3.1.1" → "3.1.2"',
  ],
  [
    "That nobody is asked for a credential may be said or left out",
    "summary: List orders",
    "summary: List orders\n      security: []",
    "words: listOrders: security added ([])",
  ],
  ["The version of the document is no change by itself", "version: 1.0.24", "version: 1.1.0"],
];

const rowsOfBoth: readonly Row[] = [
  [
    "A schema that is sent and answered breaks by its requests when it narrows",
    "maximum: 1000",
    "maximum: 900",
    "breaking: schema Price: maximum 1000 → 900",
  ],
  [
    "A schema that is sent and answered breaks by its answers when it widens",
    "maximum: 1000",
    "maximum: 2000",
    "breaking: schema Price: maximum 1000 → 2000",
  ],
  [
    "A schema that nobody uses is thought of as sent and answered",
    "maxLength: 9",
    "maxLength: 8",
    "breaking: schema Unused: maxLength 9 → 8",
  ],
  [
    "A schema that nothing refers to yet may come",
    "    Unused:",
    "    Newer: { type: string }\n    Unused:",
    "compatible: schema Newer added",
  ],
  [
    "A schema may not go, because its type goes with it",
    "    Unused: { type: string, maxLength: 9 }\n",
    "",
    "breaking: schema Unused removed",
  ],
  [
    "A keyword that no rule knows breaks",
    "          type: array\n",
    "",
    'breaking: schema OrderPage.orders: type removed ("array")',
  ],
];

const rows = [rowsOfWords, rowsOfBoth].flat();

for (const [claim, piece, replacement, ...lines] of rows) {
  test(claim, () => {
    expect(classifyPlanted({ [piece]: replacement })).toEqual(lines);
  });
}

test("finds no change in an unchanged document", () => {
  expect(classifyChanges(plantDocument(), plantDocument())).toEqual([]);
});

test("judges a schema that only the new document sends as a response schema, too", () => {
  const lines = classifyPlanted({
    "extra: { type: object, properties: { reason: { type: string } } }":
      'extra: { $ref: "#/components/schemas/Order" }',
    "minimum: 1, multipleOf: 5": "minimum: 2, multipleOf: 5",
  });
  expect(lines).toContain("breaking: schema Order.fee: minimum 1 → 2");
});

test("gives a reason for the weight of every change", () => {
  const [change] = classifyChanges(plantDocument(), plantDocument({ "maximum: 100\n": "maximum: 50\n" }));
  expect(change?.reason).toBe("requests that were accepted may be refused");
});
