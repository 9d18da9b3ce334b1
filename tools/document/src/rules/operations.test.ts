import { describe, expect, it } from "vitest";
import {
  checkErrorBodies,
  checkOperationWords,
  checkParameters,
  checkPaths,
  checkSecurity,
  checkStatuses,
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
    checkPaths({ paths: Object.fromEntries(paths.map((path) => [path, {}])) }).map(({ message }) => message);

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
    return checkOperationWords(document).map(({ pointer, message }) => `${pointer.join(" ")}: ${message}`);
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

  const symbol = { name: "symbol", in: "path", required: true, schema: { type: "string" } };

  describe("A parameter", () => {
    it("of the path is required", () => {
      expect(complaintsOf("/a/{symbol}", symbol)).toEqual([]);
      expect(complaintsOf("/a/{symbol}", { ...symbol, required: false })).toEqual([
        'parameter "symbol" in path: write required: true',
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
  function complaintsOf(operationId: string, security?: unknown, scheme = "bearer"): string[] {
    const operation = security === undefined ? { operationId } : { operationId, security };
    const components = { securitySchemes: { bearer: { type: "http", scheme } } };
    return checkSecurity({ paths: { "/a": { get: operation } }, components }).map(({ message }) => message);
  }

  describe("An operation", () => {
    it("of one user wants a token, and no less", () => {
      const message = "listNotifications wants a token; write security: [{ bearer: [] }]";
      expect(complaintsOf("listNotifications", [{ bearer: [] }])).toEqual([]);
      expect(complaintsOf("listNotifications", [])).toEqual([message]);
      expect(complaintsOf("listNotifications")).toEqual([message]);
      expect(complaintsOf("listNotifications", [{ bearer: [] }, {}])).toEqual([message]);
    });

    it("for all says so", () => {
      const message = "searchSymbols is open to all; write security: []";
      expect(complaintsOf("searchSymbols", [])).toEqual([]);
      expect(complaintsOf("searchSymbols")).toEqual([message]);
      expect(complaintsOf("searchSymbols", [{ bearer: [] }])).toEqual([message]);
    });

    it("is not new without a decision", () => {
      expect(complaintsOf("placeOrder", [{ bearer: [] }])).toEqual([
        "nothing is agreed on who may call placeOrder; add it to one of the lists in rules/operations.ts",
      ]);
    });
  });

  it("The token is a bearer token", () => {
    expect(complaintsOf("searchSymbols", [], "basic")).toEqual([
      "there is no bearer scheme; write type: http and scheme: bearer",
    ]);
  });
});

describe("The rule of statuses:", () => {
  function complaintsOf(operationId: string, statuses: readonly string[]): string[] {
    const responses = Object.fromEntries(statuses.map((status) => [status, { description: "A." }]));
    return checkStatuses({ paths: { "/a": { get: { operationId, responses } } } }).map(
      ({ message }) => message,
    );
  }

  const agreed = ["200", "400", "401", "404", "500", "default"];

  describe("An operation", () => {
    it("declares the agreed statuses", () => {
      expect(complaintsOf("getMarginRatio", agreed)).toEqual([]);
    });

    it("declares none less", () => {
      expect(complaintsOf("getMarginRatio", agreed.slice(1))).toEqual([
        "getMarginRatio does not declare 200; declare it, as every operation does",
      ]);
      expect(complaintsOf("getMarginRatio", [])).toHaveLength(6);
    });

    it("declares none more", () => {
      expect(complaintsOf("getMarginRatio", [...agreed, "429"])).toEqual([
        expect.stringContaining("getMarginRatio declares 429, which is not agreed"),
      ]);
    });

    it("declares 304 where it is the symbol search, and only there", () => {
      expect(complaintsOf("searchSymbols", [...agreed, "304"])).toEqual([]);
      expect(complaintsOf("searchSymbols", agreed)).toHaveLength(1);
      expect(complaintsOf("getMarginRatio", [...agreed, "304"])).toHaveLength(1);
    });
  });
});

describe("The rule of error bodies:", () => {
  const named = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
  const text = { schema: { type: "string" } };
  const content = {
    "application/json": named("ErrorResponse"),
    "application/problem+json": named("AnyProblem"),
    "text/plain": text,
  };

  function complaintsOf(status: string, change: object, operationId = "getMarginRatio"): string[] {
    const responses = { [status]: { $ref: "#/components/responses/Failed" } };
    const document = {
      paths: { "/a": { get: { operationId, responses } } },
      components: { responses: { Failed: { content: { ...content, ...change } } } },
    };
    return checkErrorBodies(document).map(({ message }) => message);
  }

  describe("An error", () => {
    it("has exactly the agreed bodies, and a reference to it is followed", () => {
      expect(complaintsOf("400", {})).toEqual([]);
      expect(complaintsOf("default", {})).toEqual([]);
    });

    it("of the symbol search may have any shape, other than in its default", () => {
      const any = { "application/json": named("AnyError") };
      expect(complaintsOf("404", any, "searchSymbols")).toEqual([]);
      expect(complaintsOf("default", {}, "searchSymbols")).toEqual([]);
      expect(complaintsOf("default", any, "searchSymbols")).toHaveLength(1);
      expect(complaintsOf("404", {}, "searchSymbols")).toEqual([
        "searchSymbols 404 has application/json with ErrorResponse; give it application/json with AnyError",
      ]);
      expect(complaintsOf("404", any)).toHaveLength(1);
    });

    it("leaves no agreed type out", () => {
      const { "text/plain": _, ...rest } = content;
      const responses = { "500": { content: rest } };
      const document = { paths: { "/a": { get: { operationId: "getMarginRatio", responses } } } };
      expect(checkErrorBodies(document)).toEqual([
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
