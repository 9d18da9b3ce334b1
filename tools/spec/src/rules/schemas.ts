import type { ObjectKind } from "../grammar/grammar.ts";
import {
  type ComponentSchema,
  fieldsAt,
  isErrorStatus,
  listComponentSchemas,
  listOperations,
  listProperties,
  membersOf,
  type Property,
} from "../grammar/list-operations.ts";
import { schemasBelow } from "../grammar/resolve-reference.ts";
import {
  asFields,
  asList,
  type Complaint,
  type Fields,
  isFields,
  type Pointer,
  walkDocument,
} from "../grammar/walk-document.ts";
import type { DocumentEntry } from "../read/registry.ts";

/** Finds what is wrong in a document with this entry. */
export type Rule = (document: Fields, entry: DocumentEntry) => Complaint[];

/** Whether a text begins and ends like a sentence; the rest is left to reviewers. */
export function isSentence(text: unknown): boolean {
  return typeof text === "string" && /^[\p{Lu}\d`"*#|].*[.!?]$/su.test(text.trim());
}

/** The only schema with both spellings; the login service's flow has snake_case only. */
const schemaWithAliases = "UserNotification";

const aliases = [
  ["user_id", "userId"],
  ["account_id", "accountId"],
  ["message_id", "messageID"],
  ["created_at", "createdAt"],
  ["updated_at", "updatedAt"],
] as const;

/** Each field with two spellings has both, with one type, and the second says which it repeats. */
export function checkAliases(document: Fields): Complaint[] {
  const schema = listComponentSchemas(document).find(({ name }) => name === schemaWithAliases);
  if (schema === undefined) return [];
  const properties = asFields(schema.fields["properties"]);
  const pointer = [...schema.pointer, "properties"];
  const known = new Set<string>(aliases.map(([snake]) => snake));
  const strangers = membersOf(properties).filter(([name]) => name.includes("_") && !known.has(name));
  return [
    ...aliases.flatMap(([snake, camel]) =>
      checkPair(properties, snake, camel).map((message) => ({ pointer, message })),
    ),
    ...strangers.map(([name]) => ({
      pointer: [...pointer, name],
      message: `${name} has no second spelling; add the pair to rules/schemas.ts and both to the schema`,
    })),
  ];
}

function checkPair(properties: Fields, snake: string, camel: string): string[] {
  const missing = [snake, camel].filter((name) => !isFields(properties[name]));
  if (missing.length > 0) {
    return [
      `${schemaWithAliases} lacks ${missing.join(" and ")}; ${snake} and ${camel} come as a pair, so add it`,
    ];
  }
  const [first, second] = [properties[snake] as Fields, properties[camel] as Fields];
  if (JSON.stringify(first["type"]) !== JSON.stringify(second["type"])) {
    return [`${snake} and ${camel} have different types; give both the same`];
  }
  if (String(second["description"]).startsWith(`The same as \`${snake}\``)) return [];
  return [`${camel} does not say what it repeats; begin its description with "The same as \`${snake}\`"`];
}

const kindsDescribed: readonly ObjectKind[] = [
  "info",
  "server",
  "serverVariable",
  "tag",
  "parameter",
  "requestBody",
  "response",
  "header",
  "securityScheme",
];

/** Each named schema, property, parameter, header, body, response and tag has a description in a sentence. */
export function checkDescriptions(document: Fields): Complaint[] {
  return walkDocument(document, (kind, pointer, fields) => {
    if (!mustBeDescribed(kind, pointer) || "$ref" in fields || isSentence(fields["description"])) return [];
    const name = nameOf(fields, pointer.at(-1) ?? "");
    if (!("description" in fields))
      return { pointer, message: `${name} has no description; say in a sentence what it is` };
    return {
      pointer: [...pointer, "description"],
      message: `the description of ${name} is not a sentence; begin it with a capital and end it with a period`,
    };
  });
}

function mustBeDescribed(kind: ObjectKind, pointer: Pointer): boolean {
  if (kind !== "schema") return kindsDescribed.includes(kind);
  const parent = pointer.at(-2);
  return parent === "properties" || (parent === "schemas" && pointer.length === 3);
}

function nameOf(fields: Fields, key: string): string {
  return `"${typeof fields["name"] === "string" ? fields["name"] : key}"`;
}

/** No member of a body of errors is required where each back end fills different ones. */
export function checkErrorMembers(document: Fields, { isOurs }: Pick<DocumentEntry, "isOurs">): Complaint[] {
  if (isOurs) return [];
  const bodies = schemasBelow(
    [document],
    listOperations(document).flatMap(({ fields }) =>
      membersOf(fields["responses"])
        .filter(([status]) => isErrorStatus(status))
        .map(([, response]) => fieldsAt(document, response)["content"]),
    ),
  );
  return listComponentSchemas(document)
    .filter(({ name, fields }) => bodies.has(name) && "required" in fields)
    .map(({ name, pointer }) => ({
      pointer: [...pointer, "required"],
      message: `${name} requires members, and no error body does; remove "required"`,
    }));
}

/**
 * What is sent to the server is closed, so that a misspelt member is an error; what it sends is never closed, so that it
 * can grow. In our own documents no object is open either: each says what it holds.
 */
export function checkOpenness(document: Fields, { isOurs }: Pick<DocumentEntry, "isOurs">): Complaint[] {
  const sent = schemasBelow(
    [document],
    listOperations(document).map(({ fields }) => fields["requestBody"]),
  );
  const named = listComponentSchemas(document).filter(({ fields }) => fields["type"] === "object");
  return [
    ...named.flatMap((schema) => checkNamed(schema, sent.has(schema.name))),
    ...(isOurs ? checkTyped(document) : checkNameless(document)),
  ];
}

function checkNamed({ name, pointer, fields }: ComponentSchema, isSent: boolean): Complaint[] {
  if ((fields["additionalProperties"] === false) === isSent) return [];
  const at = "additionalProperties" in fields ? [...pointer, "additionalProperties"] : pointer;
  const message = isSent
    ? `${name} is part of a request; write additionalProperties: false`
    : `${name} is no part of a request, and has to be able to grow; remove additionalProperties: false`;
  return [{ pointer: at, message }];
}

function checkTyped(document: Fields): Complaint[] {
  return walkDocument(document, (kind, pointer, fields) => {
    if (kind !== "schema" || fields["type"] !== "object") return [];
    const isMap = isFields(fields["additionalProperties"]);
    if (fields["additionalProperties"] !== true && (isMap || "properties" in fields)) return [];
    const message =
      "this object does not say what it holds; write its properties, and no additionalProperties: true";
    return { pointer, message };
  });
}

/** An inline object without members says nothing about its content, so it must be open. */
function checkNameless(document: Fields): Complaint[] {
  return walkDocument(document, (kind, pointer, fields) => {
    if (kind !== "schema" || isNamed(pointer) || fields["type"] !== "object") return [];
    if ("properties" in fields || (fields["additionalProperties"] ?? false) !== false) return [];
    return {
      pointer,
      message: "this object has no members and is not open; write additionalProperties: true",
    };
  });
}

function isNamed(pointer: Pointer): boolean {
  return pointer.length === 3 && pointer[0] === "components";
}

/** Some escapes, such as `\p{L}`, differ between engines; only these mean the same everywhere. */
const escaped = String.raw`\\x[\dA-Fa-f]{2}|\\u(?![Dd][89A-Fa-f])[\dA-Fa-f]{4}|\\[\^$\\.*+?()[\]{}|/]`;

/** A set has no character beyond U+FFFF, and no `--`, `&&`, `||` or `~~`, which are set operators in some engines. */
const members = String.raw`(?:${escaped}|\\-|(?!--|&&|\|\||~~)[^\\[\]\u{10000}-\u{10FFFF}])+\]`;

/**
 * A negated set matches a character beyond U+FFFF as one or as two units, so it may only be used with an unbounded
 * quantifier.
 */
const set = String.raw`\[(?!\^)${members}|\[\^${members}(?=\)?[+*])`;

const portablePart = new RegExp(
  String.raw`^(?:\(\?[:!=]|\((?!\?)|\{\d+(?:,\d*)?\}|${escaped}|${set}|\)|[^\\[\](){}.])*`,
  "u",
);

const probes = ["😀", "a😀", "😀a", "😀😀"];

/** Each pattern compiles, and matches the same texts with and without the Unicode flag and in Python's `re`. */
export function checkPatterns(document: Fields): Complaint[] {
  return walkDocument(document, (kind, pointer, { pattern }) => {
    if (kind !== "schema" || typeof pattern !== "string") return [];
    const message = findUnportable(pattern);
    return message === undefined ? [] : { pointer: [...pointer, "pattern"], message };
  });
}

function findUnportable(pattern: string): string | undefined {
  const rest = pattern.replace(portablePart, "");
  if (rest !== "") {
    return `from ${JSON.stringify(rest.slice(0, 20))} on, engines differ about this pattern; write \\xHH, \\uHHHH and sets of them, repeat an excluding set with + or * alone, and bound lengths by minLength and maxLength`;
  }
  try {
    const judges = ["", "u"].map((flag) => new RegExp(pattern, flag));
    const isAlike = probes.every((text) => new Set(judges.map((judge) => judge.test(text))).size === 1);
    if (isAlike) return undefined;
    return "this pattern takes other texts without the Unicode flag; keep sets clear of U+D800 to U+DFFF, and one excluding set apart from another";
  } catch (failure) {
    return `this pattern is no regular expression: ${String(failure)}; mend it`;
  }
}

/**
 * A union is an anyOf of at least two branches. The members have few required fields, so one body may match several.
 */
export function checkUnions(document: Fields): Complaint[] {
  return walkDocument(document, (kind, pointer, { anyOf }) => {
    if (kind !== "schema" || anyOf === undefined || asList(anyOf).length >= 2) return [];
    const message = "anyOf has fewer than two branches; write the schema itself";
    return { pointer: [...pointer, "anyOf"], message };
  });
}

/** Each integer says how wide it is, since generators of other languages take 32 bits where nothing is said. */
export function checkIntegers(document: Fields): Complaint[] {
  return walkDocument(document, (kind, pointer, { type, format }) => {
    if (kind !== "schema" || ![type].flat().includes("integer") || format === "int64") return [];
    return { pointer, message: "this integer does not say its width; write format: int64" };
  });
}

/** In our own documents no object has two members that other languages would spell alike. */
export function checkSpellings(document: Fields, { isOurs }: Pick<DocumentEntry, "isOurs">): Complaint[] {
  return walkDocument(document, (kind, pointer, { properties }) => {
    if (!isOurs || kind !== "schema") return [];
    const spelt = new Map<string, string>();
    return membersOf(properties).flatMap(([name]) => {
      const plain = name.replaceAll("_", "").toLowerCase();
      const other = spelt.get(plain);
      spelt.set(plain, name);
      const message = `${name} differs from ${other} in case and underscores alone; remove one of them`;
      return other === undefined ? [] : [{ pointer: [...pointer, "properties", name], message }];
    });
  });
}

type Unit = { readonly names: RegExp; readonly words: readonly string[] };

/** The required words in the description of a number; the first matching name decides. */
const unitsOfNumbers: readonly Unit[] = [
  { names: /^contractSize$/, words: ["VND", "index point"] },
  { names: /^(vWAP|prcStep|open|high|low|close)$|(^prc|^price|Prc|Price)$/, words: ["VND", "index points"] },
  { names: /^executionTime$/, words: ["milliseconds"] },
  { names: /(^time|Time|_at|At|Since|Until)$/, words: ["Unix milliseconds"] },
  { names: /(Pct|^percent|Percent)$/, words: ["percent"] },
  { names: /^(distance|from)$|(Ratio|Rate)$/, words: ["fraction"] },
  { names: /^openInterest$/, words: ["contracts"] },
  { names: /^(lot|volume)$|(^vol|^quantity|Vol|Qty)$/, words: ["shares or contracts"] },
  { names: /(^amount|Amount|Val|Value|Margin|MarginCall|Power|Equity|Balance|Fee)$/, words: ["VND"] },
  {
    names:
      /^(after|amountNeeded|before|covered|expectedCovered|least|most|needed|posted|unrealizedResult)$|^outstanding|Outstanding$/,
    words: ["VND"],
  },
];

/** The required words in the description of a text. */
const unitsOfTexts: readonly Unit[] = [
  { names: /^expirationDate$/, words: ["yyyy-MM-dd"] },
  { names: /^date[A-Z]|Date$/, words: ["dd/MM/yyyy"] },
  { names: /(^time|Time|_at|At)$/, words: ["RFC 3339"] },
];

/** Numbers that are counts or identifiers and have no unit. */
const numbersWithoutUnit = [
  "all",
  "callDueDays",
  "called",
  "calledAfter",
  "calledBefore",
  "count",
  "denominator",
  "dueToday",
  "ended",
  "forceClose",
  "recovered",
  "nextCursor",
  "numerator",
  "openCalls",
  "opened",
  "overdue",
  "place",
  "reminders",
  "value",
  "bearish",
  "bullish",
  "code",
  "id",
  "limit",
  "newestId",
  "offset",
  "returnCode",
  "seq",
  "shards",
  "status",
  "steps",
  "through",
  "total",
  "unread",
  "unwatchedShards",
  "way",
  "withoutContact",
];

/** The ends of names of numbers that have no unit. */
const endsWithoutUnit = /(Count|Version)$/;

/** The description of each number, and of each textual date or time, names its unit. */
export function checkUnits(document: Fields): Complaint[] {
  return listProperties(document).flatMap((property) => checkUnit(property));
}

function checkUnit({ name, owner, pointer, fields }: Property): Complaint[] {
  const types = [fields["type"]].flat();
  const isNumber = types.includes("number") || types.includes("integer");
  if (!isNumber && !types.includes("string")) return [];
  const unit = (isNumber ? unitsOfNumbers : unitsOfTexts).find(({ names }) => names.test(name));
  if (unit === undefined) {
    if (!isNumber || numbersWithoutUnit.includes(name) || endsWithoutUnit.test(name)) return [];
    const message = `no unit is agreed for ${owner}.${name}; add its name to rules/schemas.ts, with a unit or among those without`;
    return [{ pointer, message }];
  }
  const description = String(fields["description"] ?? "");
  const missing = unit.words.filter((word) => !description.includes(word));
  if (missing.length === 0) return [];
  return [
    {
      pointer,
      message: `${owner}.${name} does not name its unit; say ${unit.words.map((word) => `"${word}"`).join(" and ")} in its description`,
    },
  ];
}

/** Every rule of schemas. */
export const schemaRules: readonly Rule[] = [
  checkErrorMembers,
  checkDescriptions,
  checkPatterns,
  checkUnits,
  checkUnions,
  checkOpenness,
  checkAliases,
  checkIntegers,
  checkSpellings,
];
