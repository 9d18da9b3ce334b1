import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type Answer,
  type Claim,
  type Outcome,
  openWire,
  runClaims,
  type Wire,
  type WireRequest,
} from "@trading-oms/conformance";
import type { SeedAndPlan } from "./make-seed.ts";
import type { Pair } from "./pairs.ts";

/** The part of an answer that must be the same on every pair. Status 0 means no answer. */
export type ComparableAnswer = {
  /** Method and path of the request, for reports. */
  readonly asked: string;
  readonly status: number;
  readonly contentType: string;
  /** The header names, in order. */
  readonly headers: readonly string[];
  /** The body of an error, without members that change. */
  readonly body: string;
};

/** Transfer headers, which each runtime sets differently. */
const transferNames = /^(?:connection|content-length|date|keep-alive|transfer-encoding)$/;
/** Members that differ in each answer, in lower case. */
const changingNames = new Set(["requestid", "traceid", "executiontime", "serviceinstance", "time"]);
const pathLengthMax = 100;

/** Extracts the comparable part of an answer. */
export function comparableOf({ asked, status, headers, text }: Answer): ComparableAnswer {
  return {
    asked: nameAsked(asked),
    status,
    contentType: headers.get("content-type")?.join(", ") ?? "none",
    headers: [...headers.keys()].filter((name) => !transferNames.test(name)).toSorted(),
    body: status >= 400 ? withoutChanging(text) : "",
  };
}

/** Stands for a missing answer. */
function missingAnswer(asked: WireRequest): ComparableAnswer {
  return { asked: nameAsked(asked), status: 0, contentType: "none", headers: [], body: "" };
}

function nameAsked({ method, path }: WireRequest): string {
  return `${method} ${path.length > pathLengthMax ? `${path.slice(0, pathLengthMax)}…` : path}`;
}

function withoutChanging(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
      changingNames.has(name.toLowerCase()) ? undefined : value,
    );
  } catch {
    return text;
  }
}

/** A known and allowed difference of a runtime. */
type KnownDifference = {
  readonly pair: RegExp;
  readonly description: RegExp;
  /** Why it is allowed, and where that is documented. */
  readonly reason: string;
};

/** All allowed differences between pairs. Any other difference is a fault. */
const knownDifferences: readonly KnownDifference[] = [
  {
    pair: /^workerd-d1$/,
    description: /At most 12000000 bytes are taken\..* instead of .*At most 33000000 bytes are taken\./,
    reason: "An isolate has 128 MB for everything, so that it takes smaller images of cards (decision 0028).",
  },
  {
    pair: /^workerd-/,
    description:
      /^GET \/companion\/v0\/(?:live|symbols\/\w+\/prices): (?:status 501 |body .*"status":501\} instead)/,
    reason: "Streams and prices by minute are promised on servers only (companion.yaml).",
  },
];

/** Whether a difference is an allowed one. */
export function isKnownDifference({
  pair,
  description,
}: {
  readonly pair: string;
  readonly description: string;
}): boolean {
  return knownDifferences.some((known) => known.pair.test(pair) && known.description.test(description));
}

/** A different answer of a pair to the same request of a claim. */
type Difference = { readonly claimId: string; readonly pair: string; readonly description: string };

/** Lists the answers that differ from those of the first pair. */
function listDifferences(pairs: readonly JudgedPair[]): Difference[] {
  const [first, ...others] = pairs.filter((pair) => "outcomes" in pair);
  if (first === undefined) return [];
  // A claim that pauses may repeat requests more or less often, so only the status of its first answers is compared.
  const timed = new Set(claimsOf(pairs).flatMap(({ id, needs }) => (needs.includes("pause") ? [id] : [])));
  const asked = (pair: string) =>
    new Set(claimsOf(pairs).flatMap((claim) => (isAskedOn(pair, claim) ? [claim.id] : [])));
  return others.flatMap(({ name, answers }) =>
    [...first.answers].flatMap(([claimId, expected]) =>
      (!asked(name).has(claimId) || isLeftOut(name, claimId, answers.get(claimId))
        ? []
        : compareAll(expected, answers.get(claimId) ?? [], timed.has(claimId))
      )
        .filter((description) => !isKnownDifference({ pair: name, description }))
        .map((description) => ({ claimId, pair: name, description })),
    ),
  );
}

/** Streams and prices by minute are promised on servers only; on Workers they are a 501, and their claims ask no further. */
export function isLeftOut(
  pair: string,
  claimId: string,
  answers: readonly { readonly status: number }[] = [],
): boolean {
  return (
    /^workerd-/.test(pair) &&
    /^(?:live|prices)\./.test(claimId) &&
    answers.some(({ status }) => status === 501)
  );
}

/** The desk is served on servers only (operator.yaml), so its claims are not asked on Workers. */
function isAskedOn(pair: string, { needs }: Pick<Claim, "needs">): boolean {
  return !(/^workerd-/.test(pair) && (needs.includes("viewer") || needs.includes("operator")));
}

function compareAll(
  expected: readonly ComparableAnswer[],
  actual: readonly ComparableAnswer[],
  isTimed: boolean,
): string[] {
  const description = actual.flatMap((other, index) => {
    const one = expected[index];
    return one === undefined ? [] : compare(one, other, isTimed).map((each) => `${one.asked}: ${each}`);
  });
  const hasOtherCount = !isTimed && expected.length !== actual.length;
  return hasOtherCount
    ? [...description, `it was asked ${actual.length} times instead of ${expected.length}`]
    : description;
}

function compare(one: ComparableAnswer, other: ComparableAnswer, isTimed: boolean): string[] {
  const faults: string[] = [];
  if (one.status !== other.status) faults.push(`status ${other.status} instead of ${one.status}`);
  if (isTimed) return faults;
  if (one.contentType !== other.contentType)
    faults.push(`content-type ${other.contentType} instead of ${one.contentType}`);
  const more = other.headers.filter((name) => !one.headers.includes(name));
  const less = one.headers.filter((name) => !other.headers.includes(name));
  faults.push(...more.map((name) => `additional header ${name}`), ...less.map((name) => `no header ${name}`));
  if (one.body !== other.body) faults.push(`body ${shorten(other.body)} instead of ${shorten(one.body)}`);
  return faults;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The results of a pair, or why it failed to start. */
export type JudgedPair = { readonly name: string } & (
  | {
      readonly outcomes: readonly Outcome[];
      /** The answers to the requests of each claim, in request order. */
      readonly answers: ReadonlyMap<string, readonly ComparableAnswer[]>;
    }
  | { readonly failure: string }
);

/** Opens a connection to a deployment for the suite. */
export function openSuiteWire(url: string): Wire {
  return openWire(new URL(url), { timeoutMs: 30_000 });
}

/** Runs claims with the clock and randomness of this machine. */
export function askClaims(
  asked: Omit<Parameters<typeof runClaims>[0], "monotonicMs" | "wait" | "makeId">,
): Promise<readonly Outcome[]> {
  return runClaims({
    ...asked,
    monotonicMs: () => performance.now(),
    wait: (durationMs) => wait(durationMs),
    makeId: randomUUID,
  });
}

/** Starts a pair on the seed, runs every claim, and stops it. */
export async function evaluatePair(
  pair: Pair,
  { seed, plan }: SeedAndPlan,
  claims: readonly Claim[],
): Promise<JudgedPair> {
  const { name } = pair;
  try {
    const { url, stop } = await pair.start(seed);
    try {
      const answers = new Map<string, readonly ComparableAnswer[]>();
      const { wire, takeAnswers } = listenTo(openSuiteWire(url));
      const outcomes = await askClaims({
        ...{ claims: claims.filter((claim) => isAskedOn(name, claim)), plan, wire },
        onOutcome: ({ claim }) => answers.set(claim.id, takeAnswers()),
      });
      return { name, outcomes, answers };
    } finally {
      await stop();
    }
  } catch (failure) {
    return { name, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}

/** Records the answers of a wire. Concurrent requests are recorded in request order. */
function listenTo(wire: Wire): { readonly wire: Wire; readonly takeAnswers: () => ComparableAnswer[] } {
  let answers: ComparableAnswer[] = [];
  return {
    wire: async (asked) => {
      const list = answers;
      const place = list.push(missingAnswer(asked)) - 1;
      const answer = await wire(asked);
      list[place] = comparableOf(answer);
      return answer;
    },
    takeAnswers: () => {
      const taken = answers;
      answers = [];
      return taken;
    },
  };
}

/** The rows of the table: one per operation, or one per claim. */
type TableDepth = "operations" | "claims";

/** Renders the table with a column per pair. Claims that do not hold everywhere are listed with their differences. */
export function renderPairs(pairs: readonly JudgedPair[], depth: TableDepth): string {
  const claims = claimsOf(pairs);
  const failing = new Set(listFailing(pairs));
  const isShown = (id: string): boolean => depth === "claims" || failing.has(id);
  const width = Math.max(24, ...claims.map(({ id }) => (isShown(id) ? id.length : 0)));
  const row = (title: string, cellOfPair: (pair: JudgedPair) => string): string =>
    [
      title.padEnd(width),
      ...pairs.map((pair) => cellOfPair(pair).padStart(Math.max(11, pair.name.length))),
    ].join("  ");
  const lines = [row("", ({ name }) => name)];
  for (const [operation, own] of Map.groupBy(claims, (claim) => claim.operation)) {
    lines.push(row(operation, (pair) => countHeld(pair, own)));
    for (const { id } of own) if (isShown(id)) lines.push(row(`  ${id}`, (pair) => cellOf(pair, id)));
  }
  lines.push(row("all", (pair) => countHeld(pair, claims)));
  const differences = listDifferences(pairs).map(
    ({ claimId, pair, description }) => `${pair} differs in ${claimId}: ${description}`,
  );
  return [...lines, ...(differences.length > 0 ? ["", ...differences] : [])].join("\n");
}

/** Claims that do not hold on every pair, or whose answers differ. */
export function listFailing(pairs: readonly JudgedPair[]): string[] {
  const different = new Set(listDifferences(pairs).map(({ claimId }) => claimId));
  const started = pairs.filter((pair) => "outcomes" in pair);
  return claimsOf(pairs).flatMap((claim) => {
    const { id } = claim;
    const asked = started.filter(({ name }) => isAskedOn(name, claim));
    const cells = new Set(asked.map((pair) => cellOf(pair, id)));
    return cells.size > 1 || cells.has("BREAKS") || different.has(id) ? [id] : [];
  });
}

function claimsOf(pairs: readonly JudgedPair[]): Outcome["claim"][] {
  const judged = pairs.find((pair) => "outcomes" in pair);
  return judged?.outcomes.map(({ claim }) => claim) ?? [];
}

function cellOf(pair: JudgedPair, id: string): string {
  if (!("outcomes" in pair)) return "not started";
  const outcome = pair.outcomes.find(({ claim }) => claim.id === id);
  if (outcome === undefined) return "not there";
  return { held: "holds", broken: "BREAKS", "not asked": "not asked" }[outcome.verdict];
}

function countHeld(pair: JudgedPair, claims: readonly Outcome["claim"][]): string {
  if (!("outcomes" in pair)) return "not started";
  const asked = claims.filter((claim) => isAskedOn(pair.name, claim));
  const held = asked.filter(({ id }) => cellOf(pair, id) === "holds").length;
  return `${held} of ${asked.length}`;
}
