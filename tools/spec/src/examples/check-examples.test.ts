import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { printFault } from "../read/parse-yaml.ts";
import { readDocument, readDocumentText, type SoundDocument } from "../read/read-document.ts";
import { kebab, specified } from "../read/registry.ts";
import { classifyExample, findUndeclaredMembers } from "./check-example.ts";
import { checkExamples, type ExampleFile, parseExample, readExamples } from "./check-examples.ts";

const root = new URL("../../../../openapi/", import.meta.url);
const sound = soundOf(await readDocument(fileURLToPath(new URL("openapi.yaml", root))));
const files = await readExamples(fileURLToPath(new URL("examples", root)), specified);

function soundOf(reading: Awaited<ReturnType<typeof readDocument>>): SoundDocument {
  if (reading.kind === "faulty") throw new Error("The document of this repository is sound.");
  return { ...reading, path: "openapi.yaml" };
}

/** Checks the examples with one of them changed, added or removed. */
function faultsWith(path: string, text: string | undefined, document = sound): string[] {
  const others: ExampleFile[] = files.filter((file) => file.path !== path);
  const all = text === undefined ? others : [...others, { path, text }];
  return checkExamples(document, all).map((fault) => `${fault.path}:${fault.line}: ${fault.message}`);
}

function rewritten(path: string, from: string | RegExp, to: string): string {
  const text = files.find((file) => file.path === path)?.text ?? "";
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  return changed;
}

describe("The examples", () => {
  it("of this repository are sound, and they are read", () => {
    expect(checkExamples(sound, files)).toEqual([]);
    expect(files.length).toBeGreaterThan(60);
  });

  it("need a value that its schema takes", () => {
    const path = "specified/get-margin-ratio/200.json";
    expect(faultsWith(path, rewritten(path, /"marginRatio": 0.5/, '"marginRatio": 1.5'))).toEqual([
      "examples/specified/get-margin-ratio/200.json:3: /marginRatio must be <= 1",
      expect.stringMatching(
        /^openapi\.yaml:\d+: examples\/specified\/get-margin-ratio\/200\.json is not valid here: /,
      ),
    ]);
  });

  it("carry no member that the document does not describe, even in open objects", () => {
    const path = "specified/search-symbols/200-nothing.json";
    const [first] = faultsWith(path, rewritten(path, '"returnCode"', '"returncode"'));
    expect(first).toContain("/returncode is described by no schema; mend the name");
  });

  it("are strict JSON", () => {
    const [first] = faultsWith("specified/get-margin-ratio/200-alias.json", "{'symbol': 1}");
    expect(first).toMatch(/^examples\/specified\/get-margin-ratio\/200-alias\.json:1: is not JSON/);
  });

  it("have no doubled key", () => {
    const path = "specified/get-margin-ratio/200-alias.json";
    expect(faultsWith(path, rewritten(path, "{\n", '{\n  "symbol": "FPT",\n'))).toEqual([
      `examples/${path}:3: the key stands twice in one object; keep one of the two`,
    ]);
  });

  it("hold requests against the parameters", () => {
    const path = "specified/list-notifications/request.json";
    expect(faultsWith(path, '{ "query": { "limit": 100, "offset": 0 } }')).toEqual([]);
    expect(faultsWith(path, '{ "query": { "limit": 101 } }')).toEqual([
      `examples/${path}:1: limit: / must be <= 100`,
    ]);
    expect(faultsWith(path, '{ "query": { "page": 1 } }')).toEqual([
      `examples/${path}:1: listNotifications has no parameter "page" in query`,
    ]);
    expect(faultsWith(path, '{ "cookie": {} }')).toEqual([expect.stringContaining('"cookie" is not path')]);
    expect(faultsWith(path, "[]")).toEqual([expect.stringContaining("is not an object")]);
  });

  it("name every required parameter", () => {
    expect(faultsWith("specified/search-symbols/request.json", "{}")).toEqual([
      'examples/specified/search-symbols/request.json:1: the parameter "search" in path is required; add it',
    ]);
  });

  it("judge the search term after it was freed of spaces, and of nothing else", () => {
    const request = (search: string) => JSON.stringify({ path: { search } });
    expect(faultsWith("specified/search-symbols/request.json", request(`  ${"a".repeat(100)} `))).toEqual([]);
    expect(faultsWith("specified/search-symbols/request.json", request("fpt\t"))).toHaveLength(1);
    expect(faultsWith("specified/search-symbols/request.json", request("   "))).not.toEqual([]);
  });

  it("have a use each", () => {
    expect(faultsWith("errors/strange.json", "{}")).toEqual([
      expect.stringContaining('the name "strange.json" tells no error body'),
    ]);
    expect(faultsWith("specified/place-order/200.json", "{}")).toEqual([
      expect.stringContaining('no operation is called "place-order"'),
    ]);
    expect(faultsWith("specified/get-margin-ratio/204.json", "{}")).toEqual([
      expect.stringContaining("getMarginRatio has no 204"),
    ]);
  });

  it("without a body are empty, and texts are not", () => {
    expect(faultsWith("specified/search-symbols/304.empty", "Unchanged")).toHaveLength(1);
    expect(faultsWith("specified/get-margin-ratio/200-more.empty", "")).toHaveLength(1);
    expect(faultsWith("errors/plain-text.txt", "\n")).toHaveLength(1);
  });
});

describe("What the document declares needs an example:", () => {
  it.each([
    [
      "specified/search-symbols/304.empty",
      "searchSymbols 304 has no example; add examples/specified/search-symbols/304.empty",
    ],
    [
      "specified/parse-id-card/request.json",
      "parseIdCard has no example of a request; add examples/specified/parse-id-card/request.json",
    ],
    ["errors/plain-text.txt", "no example shows an error in plain text; add examples/errors/plain-text.txt"],
    [
      "specified/get-margin-ratio/call.ts",
      "getMarginRatio has no example of a call by our client; add examples/specified/get-margin-ratio/call.ts",
    ],
  ])("%s", (path, message) => {
    expect(faultsWith(path, undefined)).toEqual([expect.stringContaining(message)]);
  });

  it("no call by our client where none of the document has one", () => {
    const others = files.filter(({ path }) => !path.endsWith("/call.ts"));
    expect(checkExamples(sound, others)).toEqual([]);
  });

  it("a request body", () => {
    const path = "specified/set-covered-margin-call/request-body.json";
    const others = files.filter(
      (file) => !file.path.startsWith("specified/set-covered-margin-call/request-body"),
    );
    const messages = checkExamples(sound, others).map(({ message }) => message);
    expect(messages).toContain(`setCoveredMarginCall has no example of a request-body; add examples/${path}`);
    expect(messages).toContain(
      `externalValue "examples/${path}" leads to no file; add the file or mend the name`,
    );
  });

  it("an error whose response shows none", () => {
    const others = files.filter((file) => !/^specified\/list-notifications\/(4|5)/.test(file.path));
    expect(checkExamples(sound, others)).toEqual([]);
    const bare = structuredClone(sound.document) as { components: { responses: object } };
    for (const { content } of Object.values(bare.components.responses)) {
      for (const media of Object.values(content as Record<string, { examples?: object }>))
        delete media.examples;
    }
    const document = { ...sound, document: bare };
    expect(checkExamples(document, others).map(({ message }) => message)).toEqual(
      ["400", "401", "404", "500", "default"].map(
        (status) =>
          `listNotifications ${status} has no example; add examples/specified/list-notifications/${status === "default" ? "429" : status}.json`,
      ),
    );
  });

  it("each error body", () => {
    const others = files.filter((file) => !file.path.startsWith("errors/auth-flow"));
    expect(checkExamples(sound, others).map(({ message }) => message)).toContain(
      "AuthFlow has no example; add examples/errors/auth-flow.json",
    );
  });
});

it("An externalValue leads to a file, at the line where it is written", () => {
  const text = sound.text.replace(
    "examples/specified/search-symbols/404.json",
    "examples/specified/search-symbols/4040.json",
  );
  const line = text.split("\n").findIndex((each) => each.includes("4040.json")) + 1;
  const document = soundOf(readDocumentText("openapi.yaml", text));
  expect(faultsWith("", undefined, document)).toEqual([
    `openapi.yaml:${line}: externalValue "examples/specified/search-symbols/4040.json" leads to no file; add the file or mend the name`,
  ]);
});

describe("An example:", () => {
  const operation = {
    id: "getMarginRatio",
    path: "/a",
    method: "get",
    pointer: ["paths", "/a", "get"],
    fields: { responses: {} },
  };

  function roleOf(path: string): unknown {
    const role = classifyExample(path, [operation]);
    return "operation" in role ? { ...role, operation: role.operation.id } : role;
  }

  describe("The place of an example tells what it shows:", () => {
    it.each([
      ["specified/get-margin-ratio/request.json", { kind: "request", operation: "getMarginRatio" }],
      ["specified/get-margin-ratio/request-product.json", { kind: "request", operation: "getMarginRatio" }],
      ["specified/get-margin-ratio/request-body.json", { kind: "request-body", operation: "getMarginRatio" }],
      [
        "specified/get-margin-ratio/request-body-future.json",
        { kind: "request-body", operation: "getMarginRatio" },
      ],
      ["specified/get-margin-ratio/call.ts", { kind: "call", operation: "getMarginRatio" }],
      ["errors/error-response.json", { kind: "error", schema: "ErrorResponse" }],
      ["errors/problem-details-short.json", { kind: "error", schema: "ProblemDetails" }],
      ["errors/validation-problem-details.json", { kind: "error", schema: "ValidationProblemDetails" }],
      ["errors/auth-flow-settings.json", { kind: "error", schema: "AuthFlow" }],
      ["errors/plain-text.txt", { kind: "plain-text" }],
    ])("%s", (path, role) => {
      expect(roleOf(path)).toEqual(role);
    });

    it.each([
      ["200.json", "200", "application/json"],
      ["200-product-code.json", "200", "application/json"],
      ["400.problem.json", "400", "application/problem+json"],
      ["400-two-faults.problem.json", "400", "application/problem+json"],
      ["503.txt", "503", "text/plain"],
      ["304.empty", "304", undefined],
    ])("specified/get-margin-ratio/%s is a response", (name, status, mediaType) => {
      const role = { kind: "response", operation: "getMarginRatio", status, mediaType };
      expect(roleOf(`specified/get-margin-ratio/${name}`)).toEqual(role);
    });

    it.each([
      "loose.json",
      "specified/get-margin-ratio/deeper/200.json",
      "specified/get-margin-rate/200.json",
      "specified/get-margin-ratio/ok.json",
      "specified/get-margin-ratio/200.yaml",
      "specified/get-margin-ratio/other.ts",
      "specified/get-margin-ratio/999.json",
      "specified/get-margin-ratio/200 copy.json",
      "errors/problem.json",
      "errors/error-response.txt",
    ])("%s has no use", (path) => {
      expect(roleOf(path)).toMatchObject({ kind: "orphan" });
    });
  });

  it("An operation's folder is its id in kebab case", () => {
    expect(kebab("setCoveredMarginCall")).toBe("set-covered-margin-call");
  });
});

describe("An example:", () => {
  const document = {
    components: {
      schemas: {
        Envelope: {
          type: "object",
          additionalProperties: true,
          properties: {
            data: { type: "array", items: { $ref: "#/components/schemas/Quote" } },
            details: { anyOf: [{ type: "string" }, { type: "object", additionalProperties: true }] },
            errors: { type: "object", additionalProperties: { type: "string" } },
          },
        },
        Quote: { type: "object", additionalProperties: true, properties: { price: { type: "number" } } },
      },
    },
  };
  const schema = { $ref: "#/components/schemas/Envelope" };

  describe("A member that no schema describes", () => {
    it("is found at any depth, also in an open object", () => {
      expect(findUndeclaredMembers(document, schema, { data: [{ price: 1 }, { prise: 1 }] })).toEqual([
        ["data", "1", "prise"],
      ]);
      expect(findUndeclaredMembers(document, schema, { date: [] })).toEqual([["date"]]);
    });

    it("is none in an object that describes no member", () => {
      expect(findUndeclaredMembers(document, schema, { details: { anything: { goes: 1 } } })).toEqual([]);
    });

    it("is none where names are free", () => {
      expect(findUndeclaredMembers(document, schema, { errors: { amount: "is required" } })).toEqual([]);
    });

    it("may be described by any branch of a union", () => {
      const union = { anyOf: [{ $ref: "#/components/schemas/Quote" }, schema] };
      expect(findUndeclaredMembers(document, union, { price: 1, data: [] })).toEqual([]);
      expect(findUndeclaredMembers(document, union, { prize: 1 })).toEqual([["prize"]]);
    });
  });
});

describe("An example:", () => {
  function faultsOf(text: string): string[] {
    const parsed = parseExample("a.json", text);
    return "faults" in parsed ? parsed.faults.map(printFault) : [];
  }

  describe("An example is parsed", () => {
    it("with a way back to the place of each member", () => {
      const parsed = parseExample("a.json", '{\n  "a": [\n    1,\n    { "b": 2 }\n  ]\n}\n');
      if ("faults" in parsed) throw new Error("The example is JSON.");
      expect(parsed.value).toEqual({ a: [1, { b: 2 }] });
      expect(parsed.placeOf(["a", "1", "b"])).toEqual({ line: 4, column: 7 });
    });

    it("also where it is indented with tabs, which JSON allows", () => {
      expect(faultsOf('{\n\t"a": 1\n}\n')).toEqual([]);
    });
  });

  describe("An example is refused with its place, or with the text around it", () => {
    it("when it is YAML and not JSON", () => {
      const [first] = faultsOf("a: 1\n");
      expect(first).toMatch(/^a\.json:1:1: is not JSON: /);
    });

    it("when a value is a bare word, in one line however the engine words it", () => {
      const [first, ...more] = faultsOf(
        '{\n  "status": "success",\n  "amount": amount,\n  "accountId": "888C000017"\n}\n',
      );
      expect(first).toMatch(/^a\.json:1:1: is not JSON: .*amount.*$/);
      expect(more).toEqual([]);
    });

    it("when a comma is left over", () => {
      const [first] = faultsOf('{\n  "a": 1,\n}\n');
      expect(first).toMatch(/^a\.json:3:1: is not JSON: /);
    });

    it("when it ends too early", () => {
      const [first] = faultsOf('{\n  "a": 1');
      expect(first).toMatch(/^a\.json:2:9: is not JSON: /);
    });

    it("when it is empty", () => {
      const [first] = faultsOf("");
      expect(first).toMatch(/^a\.json:1:1: is not JSON: /);
    });

    it("when a key stands twice", () => {
      expect(faultsOf('{\n  "a": 1,\n  "a": 2\n}\n')).toEqual([
        "a.json:3:3: the key stands twice in one object; keep one of the two",
      ]);
    });
  });
});
