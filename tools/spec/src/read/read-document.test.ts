import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printFault } from "./parse-yaml.ts";
import { readDocument, readDocumentText } from "./read-document.ts";

const sound = `openapi: 3.1.1
info:
  title: A
  version: 1.0.0
paths:
  /api/v1/things:
    get:
      responses:
        "200":
          $ref: "#/components/responses/Thing"
components:
  responses:
    Thing:
      description: A thing.
`;

function faultsOf(text: string): string[] {
  const reading = readDocumentText("a.yaml", text);
  return reading.kind === "read" ? [] : reading.faults.map(printFault);
}

describe("A document is read", () => {
  it("whole where nothing is wrong with it, and every pointer leads back to its line", () => {
    const reading = readDocumentText("a.yaml", sound);
    if (reading.kind !== "read") throw new Error("The document is sound.");
    expect(reading.document["openapi"]).toBe("3.1.1");
    expect(reading.placeOf(["info", "version"])).toEqual({ line: 4, column: 3 });
    expect(reading.placeOf(["components", "responses", "Thing"])).toEqual({ line: 13, column: 5 });
    expect(reading.placeOf([])).toEqual({ line: 1, column: 1 });
  });

  it("as far as its pointer reaches where something is missing", () => {
    const reading = readDocumentText("a.yaml", sound);
    if (reading.kind !== "read") throw new Error("The document is sound.");
    expect(reading.placeOf(["info", "summary"])).toEqual({ line: 2, column: 1 });
  });
});

describe("A document is refused with its file, line and column", () => {
  it("when it does not parse", () => {
    const [first] = faultsOf(sound.replace("title: A", 'title: "A'));
    expect(first).toMatch(/^a\.yaml:\d+:\d+: \S/);
  });

  it("when its nesting is broken", () => {
    const [first] = faultsOf(sound.replace("  version: 1.0.0", " version: 1.0.0"));
    expect(first).toMatch(/^a\.yaml:[34]:\d+: \S/);
  });

  it("when a key stands twice", () => {
    const text = sound.replace("  title: A\n", "  title: A\n  title: B\n");
    expect(faultsOf(text)).toEqual(["a.yaml:4:3: the key stands twice in one object; keep one of the two"]);
  });

  it("when it is indented with tabs", () => {
    const [first] = faultsOf(sound.replace("  title: A", "\ttitle: A"));
    expect(first).toMatch(/^a\.yaml:3:1: .*[Tt]abs?/);
  });

  it("when it is empty", () => {
    expect(faultsOf("")).toEqual(["a.yaml:1:1: is empty"]);
    expect(faultsOf(" \n\n")).toEqual(["a.yaml:1:1: is empty"]);
  });

  it("when it is a list or a bare text", () => {
    expect(faultsOf("- openapi\n")).toEqual(["a.yaml:1:1: is not an OpenAPI document"]);
    expect(faultsOf("openapi\n")).toEqual(["a.yaml:1:1: is not an OpenAPI document"]);
  });

  it("when it is not OpenAPI 3.1", () => {
    const message = "is not OpenAPI 3.1; write openapi: 3.1.1 at the top";
    expect(faultsOf(sound.replace("3.1.1", "3.0.3"))).toEqual([`a.yaml:1:1: ${message}`]);
    expect(faultsOf(sound.replace("3.1.1", "3.10.0"))).toEqual([`a.yaml:1:1: ${message}`]);
    expect(faultsOf(sound.replace("3.1.1", "3.1.0"))).toEqual([]);
    expect(faultsOf(sound.replace("openapi: 3.1.1", "openapi: 3.1"))).toEqual([`a.yaml:1:1: ${message}`]);
  });

  it("when a $ref points at nothing", () => {
    expect(faultsOf(sound.replace("responses/Thing", "responses/Thong"))).toEqual([
      'a.yaml:10:11: $ref "#/components/responses/Thong" points at nothing; add that component or mend the name',
    ]);
  });

  it("when a $ref points at a text", () => {
    const [first] = faultsOf(sound.replace("#/components/responses/Thing", "#/info/title"));
    expect(first).toMatch(/^a\.yaml:10:11: \$ref "#\/info\/title" points at nothing/);
  });

  it("when a component contains itself, however far around", () => {
    const schemas = `  schemas:
    Left:
      anyOf:
        - $ref: "#/components/schemas/Right"
        - type: "null"
    Right:
      type: array
      items:
        $ref: "#/components/schemas/Left"
`;
    expect(faultsOf(`${sound}${schemas}`)).toEqual(["a.yaml:20:5: Right contains itself; break the circle"]);
  });

  it("when a $ref leaves it", () => {
    expect(faultsOf(sound.replace("#/components/responses/Thing", "other.yaml"))).toEqual([
      'a.yaml:10:11: $ref "other.yaml" leaves the document; the document stands alone, so write "#/components/…"',
    ]);
  });

  it("when something stands beside a $ref", () => {
    const [first, ...more] = faultsOf(sound.replace('Thing"\n', 'Thing"\n          description: Another.\n'));
    expect(first).toMatch(/^a\.yaml:11:11: "description" stands beside a \$ref/);
    expect(more).toEqual([]);
  });

  it("when it uses a keyword that the generator does not know, wherever that stands", () => {
    const [inOperation] = faultsOf(
      sound.replace("      responses:", "      callbacks: {}\n      responses:"),
    );
    const [atTop] = faultsOf(`${sound}webhooks: {}\n`);
    expect(inOperation).toMatch(/^a\.yaml:8:7: unknown keyword "callbacks" in an operation/);
    expect(atTop).toMatch(/^a\.yaml:15:1: unknown keyword "webhooks" in a document/);
  });

  it("when it is not text at all", async () => {
    const folder = await mkdtemp(join(tmpdir(), "document-"));
    const path = join(folder, "a.yaml");
    await writeFile(
      path,
      Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0xff, 0xfe, 0x3a, 0x20, 0x0a]),
    );
    const reading = await readDocument(path);
    if (reading.kind === "read") throw new Error("A program is no document.");
    expect(reading.faults.map(printFault)).toEqual([`${path}:1:1: is not text in UTF-8`]);
  });

  it("when there is no such file", async () => {
    const reading = await readDocument("nowhere/a.yaml");
    if (reading.kind === "read") throw new Error("There is no such file.");
    expect(reading.faults.map(printFault)).toEqual(["nowhere/a.yaml:1:1: cannot be read (ENOENT)"]);
  });
});
