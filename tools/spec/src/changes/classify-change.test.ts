import { expect, test } from "vitest";
import { classifyChanges } from "./classify-change.ts";
import { classifyPlanted, plantDocument, type Row } from "./testing/planted.ts";

const rowsOfWords: readonly Row[] = [
  [
    "counts a title as words",
    "title: Orders",
    "title: Orders and more",
    'words: info: title "Orders" → "Orders and more"',
  ],
  [
    "counts a licence as words",
    "title: Orders",
    "title: Orders\n  license: { name: MIT }",
    "words: info: license added",
  ],
  [
    "counts a summary as words",
    "summary: List",
    "summary: Show",
    'words: listOrders: summary "List orders" → "Show orders"',
  ],
  [
    "counts the description of a tag as words",
    "description: What was ordered.",
    "description: Orders.",
    'words: tag Orders: description "What was ordered." → "Orders."',
  ],
  [
    "counts the description of a schema as words",
    "description: An order.",
    "description: One order.",
    'words: schema Order: description "An order." → "One order."',
  ],
  [
    "counts examples of a schema as words",
    "id: { type: string }",
    "id: { type: string, examples: [a] }",
    'words: schema Order.id: examples added (["a"])',
  ],
  [
    "counts the description of a branch of anyOf as words",
    "description: Words.",
    "description: More words.",
    'words: schema Order.remark: anyOf loses {"type":"string","description":"Words."}, gains {"type":"string","description":"More words."}',
  ],
  [
    "counts the description of a server as words",
    "description: Live",
    "description: The live one",
    'words: servers loses {"url":"https://orders.example","description":"Live"}, gains {"url":"https://orders.example","description":"The live one…',
  ],
  [
    "counts a patch release of OpenAPI as words",
    "openapi: 3.1.1",
    "openapi: 3.1.2",
    'words: openapi "3.1.1" → "3.1.2"',
  ],
  [
    "counts an explicit empty security list as words",
    "summary: List orders",
    "summary: List orders\n      security: []",
    "words: listOrders: security added ([])",
  ],
  ["ignores the version of the document", "version: 1.0.24", "version: 1.1.0"],
];

const rowsOfBoth: readonly Row[] = [
  [
    "finds a narrower schema breaking for requests if it is used in both directions",
    "maximum: 1000",
    "maximum: 900",
    "breaking: schema Price: maximum 1000 → 900",
  ],
  [
    "finds a wider schema breaking for answers if it is used in both directions",
    "maximum: 1000",
    "maximum: 2000",
    "breaking: schema Price: maximum 1000 → 2000",
  ],
  [
    "treats an unused schema as used in both directions",
    "maxLength: 9",
    "maxLength: 8",
    "breaking: schema Unused: maxLength 9 → 8",
  ],
  [
    "allows a new unused schema",
    "    Unused:",
    "    Newer: { type: string }\n    Unused:",
    "compatible: schema Newer added",
  ],
  [
    "finds a removed schema breaking, because its type is removed with it",
    "    Unused: { type: string, maxLength: 9 }\n",
    "",
    "breaking: schema Unused removed",
  ],
  [
    "finds a keyword without a rule breaking",
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
