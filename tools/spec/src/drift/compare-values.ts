import { isDeepStrictEqual } from "node:util";
import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import fc from "fast-check";
import { shorten } from "../grammar/compare.ts";
import { fieldsAt, listOperations, membersOf } from "../grammar/list-operations.ts";
import { nameOfReference, schemasOf } from "../grammar/resolve-reference.ts";
import { asFields, type Fields, isFields } from "../grammar/walk-document.ts";
import { schemaValidator } from "../read/schema-validator.ts";
import { boundaryTexts } from "./boundary-texts.ts";
import { boundaryValues, randomValue } from "./boundary-values.ts";

/** The contract of a document, so that a changed copy can be compared as well. */
export type Contract = {
  readonly documentHead: Parameters<OpenAPIHono["getOpenAPI31Document"]>[0];
  readonly routes: Readonly<Record<string, RouteConfig>>;
  readonly schemas: Readonly<Record<string, ZodLike>>;
  readonly securitySchemes: object;
};

/** A value on which document and contract disagree. */
type Disagreement = {
  readonly place: string;
  readonly value: string;
  readonly document: "valid" | "invalid";
  readonly contract: "valid" | "invalid";
};

/** The number of random values per schema, and their seed. */
export type RandomRuns = { readonly runCount: number; readonly seed: number };

/** The number of compared values, and the disagreements. */
export type Comparison = { readonly valueCount: number; readonly disagreements: readonly Disagreement[] };

/** The used part of a zod schema. */
export type ZodLike = { safeParse(value: unknown): { success: boolean; data?: unknown } };

/** Whether one side accepts a value. */
type Accepts = (value: unknown) => boolean;

/**
 * Validates the same values of every named schema with ajv and the document, and with zod and the contract: all
 * boundary values, then random ones.
 */
export function compareSchemas(document: Fields, contract: Contract, random: RandomRuns): Comparison {
  const compile = schemaValidator(document);
  const comparisons = Object.entries(schemasOf(document)).map(([name, schema]) => {
    const validate = compile(schema);
    const zodSchema = contract.schemas[name];
    if (zodSchema === undefined) return compareIdentity(name, "everything", false);
    const judges = {
      document: (value: unknown) => validate(value).length === 0,
      contract: (value: unknown) => passesUnchanged(zodSchema, value),
    };
    const values = [
      ...boundaryValues(document, schema),
      ...fc.sample(randomValue(document, schema), { numRuns: random.runCount, seed: random.seed }),
    ];
    return compareJudges(name, values, judges);
  });
  return addUp(comparisons);
}

/** Compares two validators on a list of values. */
export function compareJudges(
  place: string,
  values: readonly unknown[],
  judges: { readonly document: Accepts; readonly contract: Accepts },
): Comparison {
  const disagreements = values.flatMap((value): Disagreement[] => {
    const arrived = asIfArrived(value);
    const verdicts = { document: word(judges.document(arrived)), contract: word(judges.contract(arrived)) };
    return verdicts.document === verdicts.contract ? [] : [{ place, value: shorten(arrived), ...verdicts }];
  });
  return { valueCount: values.length, disagreements };
}

export function addUp(comparisons: readonly Comparison[]): Comparison {
  return {
    valueCount: comparisons.reduce((sum, { valueCount }) => sum + valueCount, 0),
    disagreements: comparisons.flatMap(({ disagreements }) => disagreements),
  };
}

/** Formats a disagreement as one line. */
export function printDisagreement({ place, value, document, contract }: Disagreement): string {
  return `${place}: ${value} is ${document} by the document and ${contract} by the contract`;
}

/**
 * A contract that drops or changes a member is as wrong as one that rejects it. `__proto__` is the exception: zod drops
 * it from open objects, which is correct.
 */
function passesUnchanged(schema: ZodLike, value: unknown): boolean {
  const { success, data } = schema.safeParse(value);
  return success && isDeepStrictEqual(withoutProtoMembers(data), withoutProtoMembers(value));
}

function withoutProtoMembers(value: unknown): unknown {
  return copyMembers(value, (key) => key !== "__proto__");
}

/** A value as parsed from JSON: plain objects, without undefined and -0. */
function asIfArrived(value: unknown): unknown {
  return copyMembers(value, () => true);
}

/** The same as writing and parsing JSON, but without copying strings: an image has millions of characters. */
function copyMembers(value: unknown, isKept: (key: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => copyMembers(item, isKept) ?? null);
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  if (!isFields(value)) return value;
  const kept = Object.entries(value).filter(([key, member]) => member !== undefined && isKept(key));
  return Object.fromEntries(kept.map(([key, member]) => [key, copyMembers(member, isKept)]));
}

function word(verdict: boolean): "valid" | "invalid" {
  return verdict ? "valid" : "invalid";
}

/** A comparison of schemas by identity, which stands for all of their values. */
function compareIdentity(place: string, value: string, isSame: boolean): Comparison {
  const disagreement = { place, value, document: "valid", contract: "invalid" } as const;
  return { valueCount: 1, disagreements: isSame ? [] : [disagreement] };
}

type Content = Readonly<Record<string, { readonly schema: ZodLike }>>;
type Route = {
  readonly request?: { readonly body?: { readonly content: Content } };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

/**
 * Compares each body of a route with the schema of its name, by identity. Those schemas were compared already, but a
 * refined copy would be emitted under the same name.
 */
export function compareBodies(document: Fields, contract: Contract): Comparison {
  const routes: Readonly<Record<string, Route>> = contract.routes as never;
  return addUp(
    listOperations(document).flatMap(({ id, fields }) => {
      const route = routes[id];
      const compare = (place: string, declared: unknown, written: Content | undefined): Comparison =>
        compareContent(`${id} ${place}`, document, contract, declared, written);
      return [
        compare("body", fields["requestBody"], route?.request?.body?.content),
        ...membersOf(fields["responses"]).map(([status, response]) =>
          compare(status, response, route?.responses[status]?.content),
        ),
      ];
    }),
  );
}

function compareContent(
  place: string,
  document: Fields,
  contract: Contract,
  declared: unknown,
  written: Content | undefined,
): Comparison {
  return addUp(
    membersOf(fieldsAt(document, declared)["content"]).map(([mediaType, media]) => {
      const { schema } = asFields(media);
      return compareBody(`${place} ${mediaType}`, contract, schema, written?.[mediaType]?.schema);
    }),
  );
}

function compareBody(
  place: string,
  contract: Contract,
  schema: unknown,
  zodSchema: ZodLike | undefined,
): Comparison {
  const { $ref } = asFields(schema);
  if (typeof $ref === "string") {
    const name = nameOfReference($ref);
    const isSame = zodSchema !== undefined && zodSchema === contract.schemas[name];
    return compareIdentity(place, `whatever ${name} takes`, isSame);
  }
  return compareJudges(place, [...boundaryTexts({}), 5, null, {}], {
    document: (text) => typeof text === "string",
    contract: (text) => zodSchema?.safeParse(text).success ?? false,
  });
}
