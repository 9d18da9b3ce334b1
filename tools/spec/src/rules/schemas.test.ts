import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  checkAliases,
  checkDescriptions,
  checkErrorMembers,
  checkIntegers,
  checkOpenness,
  checkPatterns,
  checkSpellings,
  checkUnions,
  checkUnits,
  isSentence,
} from "./schemas.ts";

describe("The rule of error members:", () => {
  it("No error body requires a member, while other bodies may", () => {
    const schemas = {
      ErrorResponse: { type: "object", required: ["error"] },
      ProblemDetails: { type: "object" },
      NotificationPage: { type: "object", required: ["limit"] },
    };
    const content = { "application/json": { schema: { $ref: "#/components/schemas/ErrorResponse" } } };
    const paths = { "/a": { get: { responses: { "400": { content } } } } };
    expect(checkErrorMembers({ paths, components: { schemas } }, { isOurs: true })).toEqual([]);
    expect(checkErrorMembers({ paths, components: { schemas } }, { isOurs: false })).toEqual([
      {
        pointer: ["components", "schemas", "ErrorResponse", "required"],
        message: 'ErrorResponse requires members, and no error body does; remove "required"',
      },
    ]);
  });
});

describe("The rule of integers:", () => {
  it("each one says that it has 64 bits", () => {
    const properties = {
      a: { type: "integer", format: "int64" },
      b: { type: "integer" },
      c: { type: ["integer", "null"] },
      d: { type: "number" },
    };
    const complaints = checkIntegers({ components: { schemas: { A: { type: "object", properties } } } });
    expect(complaints.map(({ pointer }) => pointer.at(-1))).toEqual(["b", "c"]);
  });
});

describe("The rule of spellings:", () => {
  const properties = { user_id: { type: "string" }, userId: { type: "string" }, user: { type: "string" } };
  const document = { components: { schemas: { A: { type: "object", properties } } } };

  it("no object of our own documents has two members that differ in case and underscores alone", () => {
    expect(checkSpellings(document, { isOurs: true })).toEqual([
      {
        pointer: ["components", "schemas", "A", "properties", "userId"],
        message: "userId differs from user_id in case and underscores alone; remove one of them",
      },
    ]);
    expect(checkSpellings(document, { isOurs: false })).toEqual([]);
  });
});

describe("The rule of descriptions:", () => {
  function complaintsOf(document: object): string[] {
    return checkDescriptions(document as never).map(
      ({ pointer, message }) => `${pointer.join(" ")}: ${message}`,
    );
  }

  describe("A description", () => {
    it("is owed by each named schema and each of its properties", () => {
      const schemas = { A: { type: "object", properties: { b: { type: "string" } } } };
      expect(complaintsOf({ components: { schemas } })).toEqual([
        'components schemas A: "A" has no description; say in a sentence what it is',
        'components schemas A properties b: "b" has no description; say in a sentence what it is',
      ]);
    });

    it("is a sentence", () => {
      const schemas = { A: { description: "An a." }, B: { description: "a b." }, C: { description: "A c" } };
      expect(complaintsOf({ components: { schemas } })).toEqual([
        expect.stringMatching(/^components schemas B description: the description of "B" is not a sentence/),
        expect.stringMatching(/^components schemas C description: the description of "C" is not a sentence/),
      ]);
    });

    it("is not owed where a reference stands, nor by the parts of a union or a list", () => {
      const parts = { anyOf: [{ type: "string" }, { type: "null" }], description: "Either." };
      const list = { type: "array", items: { type: "string" }, description: "All." };
      const properties = { b: { $ref: "#/components/schemas/B" }, c: parts, d: list };
      expect(complaintsOf({ components: { schemas: { A: { description: "An a.", properties } } } })).toEqual(
        [],
      );
    });

    it("is owed by parameters, headers, bodies, responses, tags and servers", () => {
      const operation = {
        parameters: [{ name: "symbol", in: "path" }],
        requestBody: {},
        responses: { "200": { headers: { ETag: {} } } },
      };
      const document = {
        tags: [{ name: "A" }],
        servers: [{ url: "/" }],
        paths: { "/a": { get: operation } },
      };
      expect(complaintsOf(document).map((complaint) => complaint.split(":")[0])).toEqual([
        "tags 0",
        "servers 0",
        "paths /a get parameters 0",
        "paths /a get requestBody",
        "paths /a get responses 200",
        "paths /a get responses 200 headers ETag",
      ]);
    });
  });
});

describe("The rule of patterns:", () => {
  function complaintsOf(pattern: string): string[] {
    const schema = { type: "string", pattern };
    return checkPatterns({ components: { schemas: { A: schema } } }).map(({ message }) => message);
  }

  describe("a pattern", () => {
    it.each([
      String.raw`^[^\x00-\x1F\x7F-\x9F]+$`,
      "^[A-Za-z0-9+/]+={0,2}$",
      String.raw`^(?:\.[\u0600-\u0605\-]*?|(a|b){2,})+$`,
      "^(?:(?!😀|😁)[^0-9])+$",
      "😀|😁",
    ])("is portable as %s", (pattern) => {
      expect(complaintsOf(pattern)).toEqual([]);
    });

    it.each([
      [String.raw`^\p{Lu}+$`, String.raw`\\p{Lu}+$`],
      [String.raw`^[a\P{L}]$`, String.raw`[a\\P{L}]$`],
      [String.raw`^a\u{1F600}$`, String.raw`\\u{1F600}$`],
      [String.raw`^a\d$`, String.raw`\\d$`],
      [String.raw`^\ud83d\ude00$`, String.raw`\\ud83d\\ude00$`],
      ["(?<=a)b", "(?<=a)b"],
      ["(?<!a)b", "(?<!a)b"],
      ["(?<year>a)", "(?<year>a)"],
      ["(?i:a)", "(?i:a)"],
      ["^a.b$", ".b$"],
      ["^a[😀]", "[😀]"],
      ["^[a--b]", "[a--b]"],
      ["^[[a-z]&&[^b]]", "[[a-z]&&[^b]]"],
      ["^[^a]$", "[^a]$"],
      ["^[^a]{1,100}$", "[^a]{1,100}$"],
    ])("is refused as %s, from %s on", (pattern, rest) => {
      expect(complaintsOf(pattern)).toEqual([
        expect.stringContaining(`from "${rest}" on, engines differ about this pattern`),
      ]);
    });

    it.each(["^[^a]+[^b]+$", String.raw`^[\uA000-\uFFFF]+$`])(
      "is refused as %s, which counts in UTF-16 without the Unicode flag",
      (pattern) => {
        expect(complaintsOf(pattern)).toEqual([expect.stringContaining("takes other texts without")]);
      },
    );

    it("is refused where it does not compile", () => {
      expect(complaintsOf("^(a$")).toEqual([expect.stringContaining("is no regular expression")]);
    });
  });

  /** The intended meaning of the search parameters, in classes that not every engine supports. */
  const meant = [
    ["search", /^[^\p{Cc}\p{Cs}]+$/u],
    ["algoID", /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+$/u],
    ["positionID", /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}]+$/u],
  ] as const;

  describe.each(meant)("the schema of %s, with and without the Unicode flag", (name, classes) => {
    const { pattern, not } = schemaOf(name);
    const judges = ["", "u"].map((flag) => {
      const [taken, refused] = [new RegExp(pattern, flag), not && new RegExp(not.pattern, flag)];
      return (text: string) => taken.test(text) && refused?.test(text) !== true;
    });
    const isAlike = (text: string) => judges.every((judge) => judge(text) === classes.test(text));

    it("accepts every character of its classes, alone and among others", () => {
      const wrong: string[] = [];
      for (let code = 0; code <= 0x10ffff; code += 1) {
        if (code === 0xd800) code = 0xe000;
        const character = String.fromCodePoint(code);
        if (!isAlike(character) || !isAlike(`a${character}😀`)) wrong.push(code.toString(16));
      }
      expect(wrong).toEqual([]);
    });

    it("accepts every well-formed text of its classes", () => {
      const any = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));
      const character = fc.oneof(any, fc.constantFrom(...odd));
      const texts = fc.array(character, { maxLength: 70 }).map((characters) => characters.join(""));
      expect(() => fc.assert(fc.property(texts, isAlike))).not.toThrow();
    });
  });

  /**
   * Controls, separators, format characters in and beyond the BMP, surrogate halves of the same pairs, and
   * noncharacters.
   */
  const odd = [
    ..."\0\n\u0085 \u00a0\u00ad\u200d\u2028\ufeff\uffff\u{110bd}\u{110be}\u{e0001}\u{e0020}\u{e0080}\u{e0420}\u{10ffff}aé😀",
  ];

  function schemaOf(name: string): { pattern: string; not?: { pattern: string } } {
    const document = parse(
      readFileSync(new URL("../../../../openapi/openapi.yaml", import.meta.url), "utf8"),
    );
    const { parameters } = document.paths["/api/v1/MarketData/GetSymbolSearch/{search}"].get;
    return parameters.find((parameter: { name: string }) => parameter.name === name).schema;
  }
});

describe("The rule of units:", () => {
  function complaintsOf(name: string, type: unknown, description: string): string[] {
    const schemas = { A: { type: "object", properties: { [name]: { type, description } } } };
    return checkUnits({ components: { schemas } }).map(({ message }) => message);
  }

  describe("A number names its unit:", () => {
    it.each([
      ["amount", "In VND."],
      ["tradingPower", "The power, in VND."],
      ["lsPrc", "The last price, in VND, for index futures in index points."],
      ["prc", "In VND or index points."],
      ["contractSize", "How many VND an index point is worth."],
      ["time", "In Unix milliseconds."],
      ["created_at", "In Unix milliseconds."],
      ["executionTime", "In milliseconds."],
      ["buyUpPct", "In percent."],
      ["marginRatio", "As a fraction."],
      ["totVol", "In shares or contracts."],
      ["openInterest", "In contracts."],
    ])("%s", (name, description) => {
      expect(complaintsOf(name, "number", description)).toEqual([]);
      expect(complaintsOf(name, "number", "A figure.")).toEqual([
        expect.stringContaining(`A.${name} does not name its unit`),
      ]);
    });

    it("both units of a price, and not one alone", () => {
      expect(complaintsOf("openPrc", "number", "In VND.")).toEqual([
        'A.openPrc does not name its unit; say "VND" and "index points" in its description',
      ]);
    });

    it("the epoch of a time, and not milliseconds alone", () => {
      expect(complaintsOf("lastTime", "number", "In milliseconds.")).toHaveLength(1);
    });

    it("also where it may be something else as well", () => {
      expect(complaintsOf("amount", ["number", "null"], "A figure.")).toHaveLength(1);
    });
  });

  describe("A number without a unit", () => {
    it("is one of a few that count or name", () => {
      expect(complaintsOf("seq", "number", "The sequence number.")).toEqual([]);
      expect(complaintsOf("tradeCount", "integer", "How many.")).toEqual([]);
    });

    it("is refused where its name is not listed", () => {
      expect(complaintsOf("leverage", "number", "The leverage.")).toEqual([
        "no unit is agreed for A.leverage; add its name to rules/schemas.ts, with a unit or among those without",
      ]);
    });
  });

  describe("A date or time in words says how it is written:", () => {
    it.each([
      ["dateOfBirth", "Written dd/MM/yyyy."],
      ["expirationDate", "Written yyyy-MM-dd."],
      ["expires_at", "A date and time after RFC 3339."],
    ])("%s", (name, description) => {
      expect(complaintsOf(name, "string", description)).toEqual([]);
      expect(complaintsOf(name, "string", "A date.")).toHaveLength(1);
    });

    it("while other texts have no unit", () => {
      expect(complaintsOf("symbol", "string", "The symbol.")).toEqual([]);
      expect(complaintsOf("format", "string", "The format.")).toEqual([]);
      expect(complaintsOf("read", "boolean", "Whether it was read.")).toEqual([]);
    });
  });
});

describe("The rule of unions:", () => {
  it("A union is an anyOf of two or more branches", () => {
    const schemas = {
      Sound: { anyOf: [{ type: "string" }, { type: "null" }] },
      Single: { anyOf: [{ type: "string" }] },
    };
    const complaints = checkUnions({ components: { schemas } });
    expect(complaints.map(({ pointer, message }) => `${pointer.slice(2).join(" ")}: ${message}`)).toEqual([
      "Single anyOf: anyOf has fewer than two branches; write the schema itself",
    ]);
  });
});

describe("The rule of openness:", () => {
  function complaintsOf(additionalProperties: unknown, { isSent = false, isOurs = false }): string[] {
    const written = additionalProperties === undefined ? {} : { additionalProperties };
    const schema = { $ref: "#/components/schemas/Thing" };
    const content = { "application/json": { schema } };
    const post = isSent ? { requestBody: { content } } : { responses: { "200": { content } } };
    const document = {
      paths: { "/a": { post } },
      components: { schemas: { Thing: { type: "object", properties: {}, ...written } } },
    };
    return checkOpenness(document, { isOurs }).map(({ message }) => message);
  }

  describe("An object", () => {
    it("is closed where it is part of a request", () => {
      expect(complaintsOf(false, { isSent: true })).toEqual([]);
      expect(complaintsOf(undefined, { isSent: true })).toEqual([
        "Thing is part of a request; write additionalProperties: false",
      ]);
    });

    it("is never closed where it is sent to readers", () => {
      expect(complaintsOf(undefined, {})).toEqual([]);
      expect(complaintsOf(true, {})).toEqual([]);
      expect(complaintsOf(false, {})).toEqual([
        "Thing is no part of a request, and has to be able to grow; remove additionalProperties: false",
      ]);
    });

    it("of our own documents says what it holds", () => {
      expect(complaintsOf(undefined, { isOurs: true })).toEqual([]);
      expect(complaintsOf(true, { isOurs: true })).toEqual([
        "this object does not say what it holds; write its properties, and no additionalProperties: true",
      ]);
      const untyped = { components: { schemas: { Thing: { type: "object" } } } };
      expect(checkOpenness(untyped, { isOurs: true })).toHaveLength(1);
    });

    it("without a name and without members is open", () => {
      const flow = (ui: object) => ({
        components: {
          schemas: { AuthFlow: { type: "object", additionalProperties: true, properties: { ui } } },
        },
      });
      const check = (ui: object) => checkOpenness(flow(ui), { isOurs: false });
      expect(check({ type: "object", additionalProperties: true })).toEqual([]);
      expect(check({ type: "object", additionalProperties: { type: "string" } })).toEqual([]);
      expect(check({ type: "object" })).toHaveLength(1);
      expect(check({ type: "object", additionalProperties: false })).toHaveLength(1);
    });
  });
});

describe("The rule of aliases:", () => {
  const pairs = [
    ["user_id", "userId", "string"],
    ["account_id", "accountId", "string"],
    ["message_id", "messageID", "string"],
    ["created_at", "createdAt", "number"],
    ["updated_at", "updatedAt", "number"],
  ] as const;

  function complaintsWith(change: Record<string, unknown>): string[] {
    const properties = Object.fromEntries(
      pairs.flatMap(([snake, camel, type]) => [
        [snake, { type, description: "It." }],
        [camel, { type, description: `The same as \`${snake}\`.` }],
      ]),
    );
    const schemas = {
      UserNotification: { properties: { ...properties, ...change } },
      AuthFlow: { properties: { expires_at: { type: "string" } } },
    };
    return checkAliases({ components: { schemas } }).map(({ message }) => message);
  }

  describe("A field of a notification with two spellings", () => {
    it("has both, and the flow of the login service needs but one", () => {
      expect(complaintsWith({})).toEqual([]);
    });

    it("lacks neither", () => {
      expect(complaintsWith({ messageID: undefined })).toEqual([
        "UserNotification lacks messageID; message_id and messageID come as a pair, so add it",
      ]);
      expect(complaintsWith({ user_id: undefined })).toHaveLength(1);
    });

    it("has one type", () => {
      expect(
        complaintsWith({ createdAt: { type: "string", description: "The same as `created_at`." } }),
      ).toEqual(["created_at and createdAt have different types; give both the same"]);
    });

    it("says which one repeats the other", () => {
      expect(complaintsWith({ userId: { type: "string", description: "The user." } })).toEqual([
        'userId does not say what it repeats; begin its description with "The same as `user_id`"',
      ]);
    });

    it("is not added in one spelling alone", () => {
      expect(complaintsWith({ read_at: { type: "number", description: "It." } })).toEqual([
        "read_at has no second spelling; add the pair to rules/schemas.ts and both to the schema",
      ]);
    });
  });
});

describe("A sentence:", () => {
  it.each([
    "The price.",
    "`amount` is whole.",
    "12 digits.",
    "Đồng.",
    "Why?",
    "First.\n\n| A |\n|---|\n\nLast.\n",
  ])("%j is a sentence", (text) => {
    expect(isSentence(text)).toBe(true);
  });

  it.each(["", "price.", "The price", "The price,", "   ", undefined, null, 5])(
    "%j is no sentence",
    (text) => {
      expect(isSentence(text)).toBe(false);
    },
  );
});
