import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkRules } from "./check-rules.ts";
import { readDocument } from "./read-document.ts";

const path = fileURLToPath(new URL("../../../openapi/openapi.yaml", import.meta.url));

describe("Our own rules", () => {
  it("find nothing in the document of this repository.", async () => {
    const reading = await readDocument(path);
    if (reading.kind === "faulty") throw new Error("The document of this repository is sound.");
    expect(checkRules(reading.document)).toEqual([]);
  });

  it.each([
    ["is empty", {}],
    ["has a number for its paths", { paths: 5 }],
    ["has null for an operation", { paths: { "/api/v1/a": { get: null } } }],
    ["has a list for its responses", { paths: { "/api/v1/a": { get: { responses: [] } } } }],
    [
      "refers to a text",
      { paths: { "/api/v1/a": { get: { responses: { "400": { $ref: "#/openapi" } } } } } },
    ],
    ["has nonsense for its components", { components: { schemas: { A: null, UserNotification: 5 } } }],
  ])("name a mend and do not stumble when a document %s.", (_, document) => {
    const complaints = checkRules({ openapi: "3.1.1", ...document });
    expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.filter(({ message }) => !message.includes(";"))).toEqual([]);
  });
});
