import { readDocumentText } from "../read-document.ts";
import type { Fields } from "../walk-document.ts";
import { replaceOnce } from "./replace-once.ts";

/** A small document of every part that the rules speak of, with pieces of its text replaced. */
export function plantDocument(replacements: Readonly<Record<string, string>> = {}): Fields {
  let text = plantedText;
  for (const [piece, replacement] of Object.entries(replacements)) {
    text = replaceOnce(text, piece, replacement);
  }
  const reading = readDocumentText("planted.yaml", text);
  if (reading.kind === "faulty") throw new Error(reading.faults.map(({ message }) => message).join("; "));
  return reading.document;
}

/** The text of the planted document. */
export const plantedText = `openapi: 3.1.1
info:
  title: Orders
  version: 1.0.24
servers:
  - url: https://orders.example
    description: Live
tags:
  - name: Orders
    description: What was ordered.
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List orders
      tags: [Orders]
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
            minimum: 1
            maximum: 100
            default: 50
        - name: account
          in: query
          required: true
          x-normalize: [NFC]
          schema: { type: string, minLength: 1, maxLength: 64, pattern: "^a" }
      responses:
        "200":
          description: A page.
          headers:
            ETag: { $ref: "#/components/headers/ETag" }
          content:
            application/json:
              schema: { $ref: "#/components/schemas/OrderPage" }
        default: { $ref: "#/components/responses/Other" }
    post:
      operationId: placeOrder
      tags: [Orders]
      security:
        - bearer: []
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/OrderRequest" }
      responses:
        "201":
          description: Placed.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Order" }
        default: { $ref: "#/components/responses/Other" }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
  headers:
    ETag: { required: true, schema: { type: string, minLength: 2 } }
  responses:
    Other:
      description: Something else.
      content:
        text/plain:
          schema: { type: string, maxLength: 200 }
        text/html:
          schema: { type: string, minLength: 7 }
  schemas:
    OrderRequest:
      type: object
      additionalProperties: false
      required: [symbol, lots]
      properties:
        symbol: { type: string }
        lots: { type: integer, multipleOf: 10 }
        side: { enum: [buy, sell] }
        note: { type: [string, "null"], format: plain }
        price: { $ref: "#/components/schemas/Price" }
        labels: { type: object, additionalProperties: true }
        extra: { type: object, properties: { reason: { type: string } } }
    OrderPage:
      type: object
      required: [orders]
      properties:
        orders:
          type: array
          items: { $ref: "#/components/schemas/Order" }
        total: { type: number, minimum: 0, default: 0 }
    Order:
      type: object
      description: An order.
      additionalProperties: true
      required: [id]
      properties:
        id: { type: string }
        status: { enum: [open, filled] }
        fee: { type: number, minimum: 1, multipleOf: 5 }
        price: { $ref: "#/components/schemas/Price" }
        remark: { anyOf: [{ type: string, description: Words. }, { type: "null" }] }
        sealed: { type: object, additionalProperties: false, properties: { by: { type: string } } }
        loose: { type: object, properties: { at: { type: number } } }
    Price:
      type: number
      minimum: 0
      maximum: 1000
    Unused: { type: string, maxLength: 9 }
`;
