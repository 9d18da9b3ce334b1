import { expect, test } from "vitest";
import { originalPointer } from "./locate-changes.ts";
import { plantDocument } from "./planted.ts";

const document = plantDocument();

/** A pointer of the normal form, and its counterpart in the source document. */
const rows: readonly [claim: string, normal: string[], original: string[]][] = [
  [
    "A parameter is found in its list by place and name",
    ["paths", "/orders", "get", "parameters", "query account", "schema", "pattern"],
    ["paths", "/orders", "get", "parameters", "1", "schema", "pattern"],
  ],
  ["A tag is found in its list by name", ["tags", "Orders", "description"], ["tags", "0", "description"]],
  [
    "What stands in a component is found there from each place of use",
    ["paths", "/orders", "post", "responses", "default", "content", "text/html", "schema"],
    ["components", "responses", "Other", "content", "text/html", "schema"],
  ],
  [
    "What is gone keeps its keys beyond what is left",
    ["paths", "/orders", "get", "parameters", "query offset", "required"],
    ["paths", "/orders", "get", "parameters", "query offset", "required"],
  ],
];

for (const [claim, normal, original] of rows) {
  test(claim, () => {
    expect(originalPointer(document, normal)).toEqual(original);
  });
}
