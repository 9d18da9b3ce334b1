import { expect, test } from "vitest";
import { classifyPlanted, type Row } from "./planted.ts";

const rowsOfOperations: readonly Row[] = [
  [
    "A renamed path breaks whoever calls it",
    "/orders:",
    "/all-orders:",
    "breaking: path /orders removed",
    "compatible: path /all-orders added",
  ],
  [
    "Another method breaks whoever uses the one of before",
    "    post:\n",
    "    patch:\n",
    "breaking: POST /orders removed",
    "compatible: PATCH /orders added",
  ],
  [
    "A renamed operation id breaks the clients that are named after it",
    "operationId: listOrders",
    "operationId: getOrders",
    'breaking: listOrders: operationId "listOrders" → "getOrders"',
  ],
  [
    "A removed parameter breaks whoever sends it",
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
    "An optional parameter may come",
    "        - name: limit\n",
    "        - { name: offset, in: query, schema: { type: integer } }\n        - name: limit\n",
    "compatible: listOrders: query parameter offset added",
  ],
  [
    "A required parameter may not come",
    "        - name: limit\n",
    "        - { name: offset, in: query, required: true, schema: { type: integer } }\n        - name: limit\n",
    "breaking: listOrders: query parameter offset added",
  ],
  [
    "The first parameter of an operation is judged like any other",
    "      operationId: placeOrder\n",
    "      operationId: placeOrder\n      parameters: [{ name: key, in: header, required: true, schema: { type: string } }]\n",
    "breaking: placeOrder: header parameter key added",
  ],
  [
    "A required parameter may become optional",
    "          required: true\n",
    "",
    "compatible: listOrders, query parameter account: required removed (true)",
  ],
  [
    "An optional parameter may not become required",
    "        - name: limit\n          in: query\n",
    "        - name: limit\n          in: query\n          required: true\n",
    "breaking: listOrders, query parameter limit: required added (true)",
  ],
  [
    "Another normalisation means another text",
    "x-normalize: [NFC]",
    "x-normalize: [NFC, trim-spaces]",
    'breaking: listOrders, query parameter account: x-normalize gains "trim-spaces"',
  ],
  [
    "A credential that was not asked for may not be asked for",
    "summary: List orders",
    "summary: List orders\n      security: [{ bearer: [] }]",
    'breaking: listOrders: security added ([{"bearer":[]}])',
  ],
  [
    "A credential may be dropped",
    "      security:\n        - bearer: []\n",
    "",
    'compatible: placeOrder: security removed ([{"bearer":[]}])',
  ],
  [
    "Another scope is another credential",
    "        - bearer: []\n",
    "        - bearer: [trade]\n",
    'breaking: placeOrder: security loses {"bearer":[]}, gains {"bearer":["trade"]}',
  ],
  [
    "Another tag moves the operation in clients",
    "      operationId: placeOrder\n      tags: [Orders]",
    "      operationId: placeOrder",
    'breaking: placeOrder: tags removed (["Orders"])',
  ],
  [
    "A tag that no operation has yet may come",
    "  - name: Orders\n",
    "  - name: History\n  - name: Orders\n",
    "compatible: tag History added",
  ],
  [
    "Another server is another address",
    "url: https://orders.example",
    "url: https://other.example",
    'breaking: servers loses {"url":"https://orders.example","description":"Live"}, gains {"url":"https://other.example","description":"Live"}',
  ],
  [
    "Another kind of token breaks whoever holds one",
    "scheme: bearer }",
    "scheme: basic }",
    'breaking: security scheme bearer: scheme "bearer" → "basic"',
  ],
];

const rowsOfBodies: readonly Row[] = [
  [
    "A body that may be left out holds with whoever sends one",
    "        required: true\n        content",
    "        content",
    "compatible: placeOrder, request body: required removed (true)",
  ],
  [
    "A media type that is taken beside the one of before may come",
    '            schema: { $ref: "#/components/schemas/OrderRequest" }\n',
    '            schema: { $ref: "#/components/schemas/OrderRequest" }\n          text/csv: { schema: { type: string } }\n',
    "compatible: placeOrder, request body: media type text/csv added",
  ],
  [
    "Another media type of a request breaks whoever sends the one of before",
    '          application/json:\n            schema: { $ref: "#/components/schemas/OrderRequest" }\n',
    '          text/csv:\n            schema: { $ref: "#/components/schemas/OrderRequest" }\n',
    "breaking: placeOrder, request body: media type application/json removed",
    "compatible: placeOrder, request body: media type text/csv added",
  ],
  [
    "Another status breaks whoever waits for the one of before",
    '"201":',
    '"202":',
    "breaking: placeOrder: answer 201 removed",
    "breaking: placeOrder: answer 202 added",
  ],
  [
    "A header of an answer may come, but not go",
    "ETag: { $ref",
    "X-Tag: { $ref",
    "breaking: listOrders, answer 200: header ETag removed",
    "compatible: listOrders, answer 200: header X-Tag added",
  ],
  [
    "A header that always came may not come at will",
    "ETag: { required: true, ",
    "ETag: { ",
    "breaking: listOrders, answer 200, header ETag: required removed (true)",
  ],
  [
    "A media type of an answer may come, but not go, wherever the answer is used",
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
