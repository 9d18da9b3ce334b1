import { expect, test } from "vitest";
import { originalPointer } from "./locate-changes.ts";
import { plantDocument } from "./testing/planted.ts";

const document = plantDocument();

/** A pointer of the normal form, and its counterpart in the source document. */
const rows: readonly [claim: string, normal: string[], original: string[]][] = [
  [
    "finds a parameter in its list by place and name",
    ["paths", "/orders", "get", "parameters", "query account", "schema", "pattern"],
    ["paths", "/orders", "get", "parameters", "1", "schema", "pattern"],
  ],
  ["finds a tag in its list by name", ["tags", "Orders", "description"], ["tags", "0", "description"]],
  [
    "finds the content of a component from each place of use",
    ["paths", "/orders", "post", "responses", "default", "content", "text/html", "schema"],
    ["components", "responses", "Other", "content", "text/html", "schema"],
  ],
  [
    "keeps the keys of a removed part after the last existing parent",
    ["paths", "/orders", "get", "parameters", "query offset", "required"],
    ["paths", "/orders", "get", "parameters", "query offset", "required"],
  ],
];

for (const [claim, normal, original] of rows) {
  test(claim, () => {
    expect(originalPointer(document, normal)).toEqual(original);
  });
}
