import { describe, expect, it } from "vitest";
import { parseExample } from "./check-examples.ts";
import { printFault } from "./parse-yaml.ts";

function faultsOf(text: string): string[] {
  const parsed = parseExample("a.json", text);
  return "faults" in parsed ? parsed.faults.map(printFault) : [];
}

describe("An example is parsed", () => {
  it("with a way back to the place of each member.", () => {
    const parsed = parseExample("a.json", '{\n  "a": [\n    1,\n    { "b": 2 }\n  ]\n}\n');
    if ("faults" in parsed) throw new Error("The example is JSON.");
    expect(parsed.value).toEqual({ a: [1, { b: 2 }] });
    expect(parsed.placeOf(["a", "1", "b"])).toEqual({ line: 4, column: 7 });
  });

  it("also where it is indented with tabs, which JSON allows.", () => {
    expect(faultsOf('{\n\t"a": 1\n}\n')).toEqual([]);
  });
});

describe("An example is refused with its place", () => {
  it("when it is YAML and not JSON.", () => {
    const [first] = faultsOf("a: 1\n");
    expect(first).toMatch(/^a\.json:1:1: is not JSON: /);
  });

  it("when a value is a bare word, in one line however the engine words it.", () => {
    const [first, ...more] = faultsOf(
      '{\n  "status": "success",\n  "amount": amount,\n  "accountId": "888C000017"\n}\n',
    );
    expect(first).toMatch(/^a\.json:3:13: is not JSON: .+$/);
    expect(more).toEqual([]);
  });

  it("when a comma is left over.", () => {
    const [first] = faultsOf('{\n  "a": 1,\n}\n');
    expect(first).toMatch(/^a\.json:3:1: is not JSON: /);
  });

  it("when it ends too early.", () => {
    const [first] = faultsOf('{\n  "a": 1');
    expect(first).toMatch(/^a\.json:2:9: is not JSON: /);
  });

  it("when it is empty.", () => {
    const [first] = faultsOf("");
    expect(first).toMatch(/^a\.json:1:1: is not JSON: /);
  });

  it("when a key stands twice.", () => {
    expect(faultsOf('{\n  "a": 1,\n  "a": 2\n}\n')).toEqual([
      "a.json:3:3: the key stands twice in one object; keep one of the two",
    ]);
  });
});
