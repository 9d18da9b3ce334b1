import { isDeepStrictEqual } from "node:util";
import { type Fields, isFields, schemaJudge, schemasOf } from "@trading-oms/document";
import fc from "fast-check";
import { boundaryValues } from "./boundary-values.ts";
import type { Contract } from "./emit-document.ts";
import { randomValue } from "./random-value.ts";

/** A value on which the document and the contract do not agree. */
export type Disagreement = {
  readonly place: string;
  readonly value: string;
  readonly document: "valid" | "invalid";
  readonly contract: "valid" | "invalid";
};

/** How many random values each schema sees, and which ones. */
export type RandomRuns = { readonly runCount: number; readonly seed: number };

/** What comparing came to: how many values were judged twice, and those on which the verdicts differ. */
export type Comparison = { readonly valueCount: number; readonly disagreements: readonly Disagreement[] };

/** As much of a zod schema as judging takes. */
export type ZodLike = { safeParse(value: unknown): { success: boolean; data?: unknown } };

/** Either side's opinion of a value. */
type Judge = (value: unknown) => boolean;

/**
 * Lets ajv, reading the document, and zod, reading the contract, judge the same values of every named schema:
 * all values around its keywords, then random ones.
 */
export function compareVerdicts(document: Fields, contract: Contract, random: RandomRuns): Comparison {
  const compile = schemaJudge(document);
  const comparisons = Object.entries(schemasOf(document)).map(([name, schema]) => {
    const judged = compile(schema);
    const zodSchema = contract.schemas[name as keyof Contract["schemas"]];
    if (zodSchema === undefined) return missing(name);
    const judges = {
      document: saysYes(judged),
      contract: (value: unknown) => passesUnchanged(zodSchema, value),
    };
    const values = [...boundaryValues(document, schema), ...randomValues(document, schema, random)];
    return compareJudges(name, values, judges);
  });
  return addUp(comparisons);
}

/** Compares two judges on a list of values, and names those on which they differ. */
export function compareJudges(
  place: string,
  values: readonly unknown[],
  judges: { readonly document: Judge; readonly contract: Judge },
): Comparison {
  const disagreements = values.flatMap((value): Disagreement[] => {
    const arrived = asIfArrived(value);
    const verdicts = { document: word(judges.document(arrived)), contract: word(judges.contract(arrived)) };
    return verdicts.document === verdicts.contract ? [] : [{ place, value: shorten(arrived), ...verdicts }];
  });
  return { valueCount: values.length, disagreements };
}

/** Adds comparisons up to one. */
export function addUp(comparisons: readonly Comparison[]): Comparison {
  return {
    valueCount: comparisons.reduce((sum, { valueCount }) => sum + valueCount, 0),
    disagreements: comparisons.flatMap(({ disagreements }) => disagreements),
  };
}

/** One line that names a disagreement. */
export function printDisagreement({ place, value, document, contract }: Disagreement): string {
  return `${place}: ${value} is ${document} by the document and ${contract} by the contract`;
}

function randomValues(document: Fields, schema: Fields, { runCount, seed }: RandomRuns): unknown[] {
  return fc.sample(randomValue(document, schema), { numRuns: runCount, seed });
}

/**
 * A contract that drops or changes a member is as wrong as one that refuses it, since nothing else would tell.
 * A member named `__proto__` is the exception: zod drops it wherever strangers are let in, and rightly so.
 */
function passesUnchanged(schema: ZodLike, value: unknown): boolean {
  const { success, data } = schema.safeParse(value);
  return success && isDeepStrictEqual(withoutPrototypes(data), withoutPrototypes(value));
}

function withoutPrototypes(value: unknown): unknown {
  return copyMembers(value, (key) => key !== "__proto__");
}

function saysYes(judge: (value: unknown) => readonly string[]): Judge {
  return (value) => judge(value).length === 0;
}

/** A value as it would arrive over the wire, with no undefined, no -0 and no prototype of its own. */
function asIfArrived(value: unknown): unknown {
  return copyMembers(value, () => true);
}

/** Does what writing JSON and reading it again would, and leaves each text where it is: an image has millions of characters. */
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

function missing(name: string): Comparison {
  return {
    valueCount: 0,
    disagreements: [{ place: name, value: "everything", document: "valid", contract: "invalid" }],
  };
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 100 ? text : `${text.slice(0, 99)}… (${text.length} characters)`;
}
