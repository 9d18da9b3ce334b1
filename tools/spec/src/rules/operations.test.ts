import { describe, expect, it } from "vitest";
import { specified } from "../read/registry.ts";
import {
  checkErrorBodies,
  checkOperationWords,
  checkParameters,
  checkPaths,
  checkSecurity,
  checkStatuses,
  checkStreams,
  checkVersion,
} from "./operations.ts";

describe("The rule of version:", () => {
  it.each(["1.0.24", "0.0.1", "10.20.30"])("%j is a version", (version) => {
    expect(checkVersion({ info: { version } })).toEqual([]);
  });

  it.each(["1.0", "v1.0.24", "1.0.24-rc.1", "1.0.024", "", 1.1, undefined])("%j is no version", (version) => {
    expect(checkVersion({ info: { version } })).toEqual([
      {
        pointer: ["info", "version"],
        message: expect.stringContaining("write three numbers such as 1.0.24"),
      },
    ]);
  });
});

describe("The rule of paths:", () => {
  const complaintsOf = (...paths: string[]) =>
    checkPaths({ paths: Object.fromEntries(paths.map((path) => [path, {}])) }, specified).map(
      ({ message }) => message,
    );

  describe("A path", () => {
    it("begins with a version that exists", () => {
      expect(complaintsOf("/api/v1/notifications", "/api/v2/chat/api/id-card")).toEqual([]);
    });

    it.each([
      "/notifications",
      "/api/notifications",
      "/api/v3/notifications",
      "/api/v1",
      "/api/v1/",
      "/api/v10/a",
    ])("is not %s", (path) => {
      expect(complaintsOf(path)).toEqual([
        `the path "${path}" has no version; begin it with /api/v1/ or /api/v2/`,
      ]);
    });

    it("stands in every document", () => {
      expect(complaintsOf()).toEqual(["there are no paths; describe an operation"]);
    });
  });
});

describe("The rule of operation words:", () => {
  const sound = {
    operationId: "getThing",
    summary: "Get a thing",
    description: "Gets it.",
    tags: ["Things"],
  };

  function complaintsOf(change: object): string[] {
    const document = { tags: [{ name: "Things" }], paths: { "/a": { get: { ...sound, ...change } } } };
    return checkOperationWords(document, specified).map(
      ({ pointer, message }) => `${pointer.join(" ")}: ${message}`,
    );
  }

  describe("An operation", () => {
    it("is sound with an id, a summary, a description and one declared tag", () => {
      expect(complaintsOf({})).toEqual([]);
    });

    it("has an id", () => {
      expect(complaintsOf({ operationId: undefined })).toEqual([
        'paths /a get: has no operationId; add one, a verb and a noun such as "getMarginRatio"',
      ]);
    });

    it.each(["get", "GetThing", "get_thing", "get-thing", "getthing", "get thing"])(
      "is not called %j, which is no verb and noun in camelCase",
      (operationId) => {
        expect(complaintsOf({ operationId })).toEqual([expect.stringContaining("is not a verb and a noun")]);
      },
    );

    it("begins with a verb that is in use", () => {
      expect(complaintsOf({ operationId: "fetchThing" })).toEqual([
        expect.stringContaining('begins with "fetch"'),
      ]);
    });

    it("has a summary without a period", () => {
      const message = "has no summary; write a few words that begin with a capital and end without a period";
      expect(complaintsOf({ summary: "Get a thing." })).toEqual([`paths /a get summary: ${message}`]);
      expect(complaintsOf({ summary: "get a thing" })).toEqual([`paths /a get summary: ${message}`]);
    });

    it("has a description in sentences", () => {
      expect(complaintsOf({ description: "Gets it" })).toEqual([
        expect.stringContaining("has no description"),
      ]);
    });

    it("has exactly one tag", () => {
      expect(complaintsOf({ tags: [] })).toEqual([expect.stringContaining("has 0 tags")]);
      expect(complaintsOf({ tags: ["Things", "Others"] })).toEqual([expect.stringContaining("has 2 tags")]);
    });

    it("has a tag that is declared", () => {
      expect(complaintsOf({ tags: ["Thing"] })).toEqual([
        'paths /a get tags: tag "Thing" is not declared; add it to tags at the top',
      ]);
    });
  });
});

describe("The rule of parameters:", () => {
  function complaintsOf(path: string, ...parameters: object[]): string[] {
    return checkParameters({ paths: { [path]: { get: { parameters } } } }).map(({ message }) => message);
  }

  const examples = { one: { value: "FPT" } };
  const symbol = { name: "symbol", in: "path", required: true, schema: { type: "string" }, examples };

  describe("A parameter", () => {
    it("of the path is required", () => {
      expect(complaintsOf("/a/{symbol}", symbol)).toEqual([]);
      expect(complaintsOf("/a/{symbol}", { ...symbol, required: false })).toEqual([
        'parameter "symbol" in path: write required: true',
      ]);
    });

    it("of the path has an example to ask by", () => {
      expect(complaintsOf("/a/{symbol}", { ...symbol, examples: undefined })).toEqual([
        'parameter "symbol" in path has no example; add one with a value',
      ]);
    });

    it("of the query or of a header may be left out", () => {
      const limit = { name: "limit", in: "query", schema: { type: "integer" } };
      expect(complaintsOf("/a", limit, { ...limit, name: "Idempotency-Key", in: "header" })).toEqual([]);
      expect(complaintsOf("/a", { ...limit, required: true })).toEqual([
        'parameter "limit" in query: remove required, for a caller may leave it out',
      ]);
    });
  });
});

describe("The rule of security:", () => {
  function complaintsOf(fields: object, scheme = "bearer"): string[] {
    const operation = { operationId: "getThing", ...fields };
    const components = { securitySchemes: { bearer: { type: "http", scheme } } };
    return checkSecurity({ paths: { "/a": { get: operation } }, components }).map(({ message }) => message);
  }
  const forUsers = { security: [{ bearer: [] }], "x-limit": "user" };
  const forAll = { security: [], "x-limit": "address" };

  describe("An operation", () => {
    it("is for all, for users, or for users with a role", () => {
      expect(complaintsOf(forAll)).toEqual([]);
      expect(complaintsOf(forUsers)).toEqual([]);
      expect(complaintsOf({ ...forUsers, security: [{ bearer: ["viewer"] }] })).toEqual([]);
    });

    it.each([[undefined], [[{}]], [[{ bearer: [] }, {}]], [[{ key: [] }]], ["bearer"]])(
      "says so by nothing like %j",
      (security) => {
        expect(complaintsOf({ ...forAll, security })).toEqual([
          "getThing does not say who may call it; write security: [] for all, or security: [{ bearer: [] }] for users",
        ]);
      },
    );

    it("asks for roles that there are", () => {
      expect(complaintsOf({ ...forUsers, security: [{ bearer: ["viewer", "root"] }] })).toEqual([
        'getThing asks for the role "root", which no token carries; name one of viewer, operator',
      ]);
    });

    it("is counted by a limit that knows the caller", () => {
      expect(complaintsOf({ ...forAll, "x-limit": "card" })).toEqual([]);
      expect(complaintsOf({ ...forAll, "x-limit": "user" })).toEqual([
        'getThing is not counted by "user"; write x-limit: address or card',
      ]);
      expect(complaintsOf({ ...forUsers, "x-limit": "address" })).toHaveLength(1);
      expect(complaintsOf({ security: [] })).toEqual([
        "getThing is not counted by any limit; write x-limit: address or card",
      ]);
    });
  });

  it("The token is a bearer token", () => {
    expect(complaintsOf(forUsers, "basic")).toEqual([
      "there is no bearer scheme; write type: http and scheme: bearer",
    ]);
  });
});

describe("The rule of statuses:", () => {
  const statuses = { each: ["200", "500", "default"], some: ["304", "400", "401", "403", "404"] };

  function complaintsOf(declared: readonly string[], fields: object = {}): string[] {
    const responses = Object.fromEntries(declared.map((status) => [status, { description: "A." }]));
    const operation = { operationId: "getThing", responses, ...fields };
    return checkStatuses({ paths: { "/a": { get: operation } } }, { statuses }).map(({ message }) => message);
  }

  describe("An operation", () => {
    it("declares what every one of its document does", () => {
      expect(complaintsOf(statuses.each)).toEqual([]);
      expect(complaintsOf(statuses.each.slice(1))).toEqual([
        "getThing does not declare 200; declare it, as every operation does that is like it",
      ]);
      expect(complaintsOf([])).toHaveLength(3);
    });

    it("may declare what some do, and no more", () => {
      expect(complaintsOf([...statuses.each, "404"])).toEqual([]);
      expect(complaintsOf([...statuses.each, "429"])).toEqual([
        expect.stringContaining("getThing declares 429, which is not agreed"),
      ]);
    });

    it.each([
      ["401", "a token", { security: [{ bearer: [] }] }],
      ["400", "a parameter", { parameters: [{ name: "limit", in: "query" }] }],
      ["400", "a body", { requestBody: {} }],
    ])("declares %s with %s", (status, _, fields) => {
      expect(complaintsOf([...statuses.each, status], fields)).toEqual([]);
      expect(complaintsOf(statuses.each, fields)).toEqual([
        expect.stringContaining(`getThing does not declare ${status}`),
      ]);
    });

    it("declares 403 with a role", () => {
      const fields = { security: [{ bearer: ["viewer"] }] };
      expect(complaintsOf([...statuses.each, "401"], fields)).toHaveLength(1);
      expect(complaintsOf([...statuses.each, "401", "403"], fields)).toEqual([]);
    });

    it("declares 304 with an If-None-Match, and only then", () => {
      const fields = { parameters: [{ name: "If-None-Match", in: "header" }] };
      expect(complaintsOf([...statuses.each, "304", "400"], fields)).toEqual([]);
      expect(complaintsOf([...statuses.each, "400"], fields)).toHaveLength(1);
      expect(complaintsOf([...statuses.each, "304"])).toHaveLength(1);
    });
  });
});

describe("The rule of error bodies:", () => {
  const ours = { errorMediaTypes: ["application/json"], isOurs: true };
  const named = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
  const text = { schema: { type: "string" } };
  const content = {
    "application/json": named("ErrorResponse"),
    "application/problem+json": named("AnyProblem"),
    "text/plain": text,
  };

  function complaintsOf(status: string, change: object): string[] {
    const responses = { [status]: { $ref: "#/components/responses/Failed" } };
    const document = {
      paths: { "/a": { get: { operationId: "getMarginRatio", responses } } },
      components: { responses: { Failed: { content: { ...content, ...change } } } },
    };
    return checkErrorBodies(document, specified).map(({ message }) => message);
  }

  describe("An error", () => {
    it("has exactly the agreed bodies, and a reference to it is followed", () => {
      expect(complaintsOf("400", {})).toEqual([]);
      expect(complaintsOf("default", {})).toEqual([]);
    });

    it("may have any shape, other than in its default", () => {
      const any = { "application/json": named("AnyError") };
      expect(complaintsOf("404", any)).toEqual([]);
      expect(complaintsOf("default", any)).toHaveLength(1);
    });

    it("has one shape in all statuses of an operation", () => {
      const json = (name: string) => ({ content: { ...content, "application/json": named(name) } });
      const responses = {
        "400": json("AnyError"),
        "404": json("ErrorResponse"),
        default: json("ErrorResponse"),
      };
      const document = { paths: { "/a": { get: { operationId: "getThing", responses } } } };
      expect(checkErrorBodies(document, specified).map(({ message }) => message)).toEqual([
        "getThing has errors as AnyError and as ErrorResponse; give all but default the same",
      ]);
    });

    it("may have a shape of its own for 401 in our documents", () => {
      const json = (name: string) => ({ content: { "application/json": named(name) } });
      const responses = (of400: string) => ({ "400": json(of400), "401": json("UnauthorizedResponse") });
      const complaintsOfOurs = (of400: string, entry: typeof ours) => {
        const document = {
          paths: { "/a": { get: { operationId: "getThing", responses: responses(of400) } } },
        };
        return checkErrorBodies(document, entry);
      };
      expect(complaintsOfOurs("ErrorResponse", ours)).toEqual([]);
      expect(complaintsOfOurs("UnauthorizedResponse", ours)).toHaveLength(1);
      expect(complaintsOfOurs("ErrorResponse", { ...ours, isOurs: false })).toHaveLength(1);
    });

    it("has the media types of its document alone", () => {
      const responses = { "500": { content: { "application/json": named("ErrorResponse") } } };
      const document = { paths: { "/a": { get: { operationId: "getThing", responses } } } };
      expect(checkErrorBodies(document, ours)).toEqual([]);
      expect(checkErrorBodies(document, specified)).toHaveLength(2);
    });

    it("leaves no agreed type out", () => {
      const { "text/plain": _, ...rest } = content;
      const responses = { "500": { content: rest } };
      const document = { paths: { "/a": { get: { operationId: "getMarginRatio", responses } } } };
      expect(checkErrorBodies(document, specified)).toEqual([
        {
          pointer: ["paths", "/a", "get", "responses", "500"],
          message: "getMarginRatio 500 has no text/plain; give it text/plain with a string",
        },
      ]);
    });

    it("adds no type of its own", () => {
      expect(complaintsOf("401", { "text/html": text })).toEqual([
        "getMarginRatio 401 has text/html, which is not agreed for errors; remove it",
      ]);
    });

    it("does not write a body without a name", () => {
      expect(complaintsOf("401", { "application/json": { schema: { type: "object" } } })).toEqual([
        expect.stringContaining("has application/json with a schema without a name"),
      ]);
    });

    it("is what this is about, and success is not", () => {
      expect(complaintsOf("200", { "text/html": text })).toEqual([]);
    });
  });
});

describe("The rule of streams:", () => {
  const hello = {
    type: "object",
    required: ["event", "data"],
    properties: { event: { type: "string", enum: ["hello"] }, data: { type: "object" } },
  };

  function complaintsOf(schema: object, { status = "200", method = "get" } = {}): string[] {
    const responses = { [status]: { content: { "text/event-stream": { schema } } } };
    const paths = { "/a": { [method]: { operationId: "streamThings", responses } } };
    return checkStreams({ paths, components: { schemas: { Hello: hello } } }).map(({ message }) => message);
  }

  describe("An event", () => {
    it("is an object, a reference to one, or one of several", () => {
      expect(complaintsOf(hello)).toEqual([]);
      const reference = { $ref: "#/components/schemas/Hello" };
      expect(complaintsOf(reference)).toEqual([]);
      expect(complaintsOf({ anyOf: [reference, hello] })).toEqual([]);
    });

    it.each([
      ["a text", { type: "string" }],
      ["without data", { ...hello, required: ["event"] }],
      ["of any name", { ...hello, properties: { ...hello.properties, event: { type: "string" } } }],
      ["of two names", { ...hello, properties: { ...hello.properties, event: { enum: ["a", "b"] } } }],
      ["sometimes a text", { anyOf: [hello, { type: "string" }] }],
    ])("is not %s", (_, schema) => {
      expect(complaintsOf(schema)).toEqual([
        expect.stringContaining("streamThings has events of another shape"),
      ]);
    });
  });

  it("A stream is the success of a GET", () => {
    expect(complaintsOf(hello, { status: "400" })).toHaveLength(1);
    expect(complaintsOf(hello, { method: "post" })).toHaveLength(1);
  });
});
