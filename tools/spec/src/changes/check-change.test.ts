import { expect, test } from "vitest";
import { classifyPlanted, type Row } from "./testing/planted.ts";

const rowsOfOperations: readonly Row[] = [
  [
    "finds a renamed path breaking",
    "/orders:",
    "/all-orders:",
    "breaking: path /orders removed",
    "compatible: path /all-orders added",
  ],
  [
    "finds a changed method breaking",
    "    post:\n",
    "    patch:\n",
    "breaking: POST /orders removed",
    "compatible: PATCH /orders added",
  ],
  [
    "finds a renamed operation id breaking for generated clients",
    "operationId: listOrders",
    "operationId: getOrders",
    'breaking: listOrders: operationId "listOrders" → "getOrders"',
  ],
  [
    "finds a removed parameter breaking",
    `        - name: limit
          in: query
          schema:
            type: integer
            minimum: 1
            maximum: 100
            default: 50
`,
    "",
    "breaking: listOrders: query parameter limit removed",
  ],
  [
    "allows a new optional parameter",
    "        - name: limit\n",
    "        - { name: offset, in: query, schema: { type: integer } }\n        - name: limit\n",
    "compatible: listOrders: query parameter offset added",
  ],
  [
    "finds a new required parameter breaking",
    "        - name: limit\n",
    "        - { name: offset, in: query, required: true, schema: { type: integer } }\n        - name: limit\n",
    "breaking: listOrders: query parameter offset added",
  ],
  [
    "judges the first parameter of an operation like any other",
    "      operationId: placeOrder\n",
    "      operationId: placeOrder\n      parameters: [{ name: key, in: header, required: true, schema: { type: string } }]\n",
    "breaking: placeOrder: header parameter key added",
  ],
  [
    "allows a required parameter to become optional",
    "          required: true\n",
    "",
    "compatible: listOrders, query parameter account: required removed (true)",
  ],
  [
    "finds an optional parameter breaking when it becomes required",
    "        - name: limit\n          in: query\n",
    "        - name: limit\n          in: query\n          required: true\n",
    "breaking: listOrders, query parameter limit: required added (true)",
  ],
  [
    "finds a changed normalisation breaking",
    "x-normalize: [NFC]",
    "x-normalize: [NFC, trim-spaces]",
    'breaking: listOrders, query parameter account: x-normalize gains "trim-spaces"',
  ],
  [
    "finds a newly required credential breaking",
    "summary: List orders",
    "summary: List orders\n      security: [{ bearer: [] }]",
    'breaking: listOrders: security added ([{"bearer":[]}])',
  ],
  [
    "allows a credential to be dropped",
    "      security:\n        - bearer: []\n",
    "",
    'compatible: placeOrder: security removed ([{"bearer":[]}])',
  ],
  [
    "finds a changed scope breaking",
    "        - bearer: []\n",
    "        - bearer: [trade]\n",
    'breaking: placeOrder: security loses {"bearer":[]}, gains {"bearer":["trade"]}',
  ],
  [
    "finds a changed tag breaking, because it moves the operation in clients",
    "      operationId: placeOrder\n      tags: [Orders]",
    "      operationId: placeOrder",
    'breaking: placeOrder: tags removed (["Orders"])',
  ],
  [
    "allows a new unused tag",
    "  - name: Orders\n",
    "  - name: History\n  - name: Orders\n",
    "compatible: tag History added",
  ],
  [
    "finds a changed server address breaking",
    "url: https://orders.example",
    "url: https://other.example",
    'breaking: servers loses {"url":"https://orders.example","description":"Live"}, gains {"url":"https://other.example","description":"Live"}',
  ],
  [
    "finds another kind of token breaking",
    "scheme: bearer }",
    "scheme: basic }",
    'breaking: security scheme bearer: scheme "bearer" → "basic"',
  ],
];

const rowsOfBodies: readonly Row[] = [
  [
    "allows a required body to become optional",
    "        required: true\n        content",
    "        content",
    "compatible: placeOrder, request body: required removed (true)",
  ],
  [
    "allows an additional media type of a request",
    '            schema: { $ref: "#/components/schemas/OrderRequest" }\n',
    '            schema: { $ref: "#/components/schemas/OrderRequest" }\n          text/csv: { schema: { type: string } }\n',
    "compatible: placeOrder, request body: media type text/csv added",
  ],
  [
    "finds a changed media type of a request breaking",
    '          application/json:\n            schema: { $ref: "#/components/schemas/OrderRequest" }\n',
    '          text/csv:\n            schema: { $ref: "#/components/schemas/OrderRequest" }\n',
    "breaking: placeOrder, request body: media type application/json removed",
    "compatible: placeOrder, request body: media type text/csv added",
  ],
  [
    "finds a changed status breaking",
    '"201":',
    '"202":',
    "breaking: placeOrder: answer 201 removed",
    "breaking: placeOrder: answer 202 added",
  ],
  [
    "allows a new header of an answer, but no removal",
    "ETag: { $ref",
    "X-Tag: { $ref",
    "breaking: listOrders, answer 200: header ETag removed",
    "compatible: listOrders, answer 200: header X-Tag added",
  ],
  [
    "finds a required header of an answer breaking when it becomes optional",
    "ETag: { required: true, ",
    "ETag: { ",
    "breaking: listOrders, answer 200, header ETag: required removed (true)",
  ],
  [
    "allows a new media type of a shared answer, but no removal",
    "text/html:",
    "text/xml:",
    "breaking: listOrders, answer default: media type text/html removed",
    "compatible: listOrders, answer default: media type text/xml added",
    "breaking: placeOrder, answer default: media type text/html removed",
    "compatible: placeOrder, answer default: media type text/xml added",
  ],
];

const rows = [rowsOfOperations, rowsOfBodies].flat();

for (const [claim, piece, replacement, ...lines] of rows) {
  test(claim, () => {
    expect(classifyPlanted({ [piece]: replacement })).toEqual(lines);
  });
}
