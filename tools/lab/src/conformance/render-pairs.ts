import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  type Answer,
  type Asked,
  type Claim,
  type Outcome,
  openWire,
  runClaims,
  type Wire,
} from "@trading-oms/conformance";
import type { SeedAndPlan } from "./make-seed.ts";
import type { Pair } from "./pairs.ts";

/** What of an answer has to be alike on every pair; a status of 0 says that there was none. */
export type HeardAnswer = {
  /** The method and the path of the request, for a report. */
  readonly asked: string;
  readonly status: number;
  readonly contentType: string;
  /** The names of its headers in order. */
  readonly headers: readonly string[];
  /** The body of a refusal, without what is another each time. */
  readonly body: string;
};

/** Headers of the transfer, which each runtime sets in its own way. */
const transferNames = /^(?:connection|content-length|date|keep-alive|transfer-encoding)$/;
/** Members that are another in each answer, by their names in lower case. */
const changingNames = new Set(["requestid", "traceid", "executiontime", "serviceinstance", "time"]);
const pathLengthMax = 100;

/** Takes from an answer what can be held against that of another pair. */
export function hearAnswer({ asked, status, headers, text }: Answer): HeardAnswer {
  return {
    asked: nameAsked(asked),
    status,
    contentType: headers.get("content-type")?.join(", ") ?? "none",
    headers: [...headers.keys()].filter((name) => !transferNames.test(name)).toSorted(),
    body: status >= 400 ? withoutChanging(text) : "",
  };
}

/** What stands for an answer that never came. */
function hearNothing(asked: Asked): HeardAnswer {
  return { asked: nameAsked(asked), status: 0, contentType: "none", headers: [], body: "" };
}

function nameAsked({ method, path }: Asked): string {
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

/** A way of a runtime's own, which is known and allowed. */
type OwnWay = {
  readonly pair: RegExp;
  readonly words: RegExp;
  /** Why it is allowed, and where that is written. */
  readonly reason: string;
};

/** All differences between pairs that are none of a fault. Whatever is not here is told as one. */
const ownWays: readonly OwnWay[] = [
  {
    pair: /^workerd-d1$/,
    words: /At most 12000000 bytes are taken\..* instead of .*At most 33000000 bytes are taken\./,
    reason: "An isolate has 128 MB for everything, so that it takes smaller images of cards (decision 0028).",
  },
];

/** Whether a difference is one that its runtime is known for. */
export function isOwnWay({ pair, words }: { readonly pair: string; readonly words: string }): boolean {
  return ownWays.some((way) => way.pair.test(pair) && way.words.test(words));
}

/** That a pair answered a request of a claim otherwise than the first pair did. */
type Difference = { readonly claimId: string; readonly pair: string; readonly words: string };

/** Lists where pairs answered the same requests otherwise than the first of them. */
function listDifferences(pairs: readonly JudgedPair[]): Difference[] {
  const [first, ...others] = pairs.filter((pair) => "outcomes" in pair);
  if (first === undefined) return [];
  // A claim that lets time pass may be answered more or less often: of it only what is answered at first is compared.
  const timed = new Set(claimsOf(pairs).flatMap(({ id, needs }) => (needs.includes("pause") ? [id] : [])));
  return others.flatMap(({ name, heard }) =>
    [...first.heard].flatMap(([claimId, expected]) =>
      compareAll(expected, heard.get(claimId) ?? [], timed.has(claimId))
        .filter((words) => !isOwnWay({ pair: name, words }))
        .map((words) => ({ claimId, pair: name, words })),
    ),
  );
}

function compareAll(
  expected: readonly HeardAnswer[],
  came: readonly HeardAnswer[],
  isTimed: boolean,
): string[] {
  const words = came.flatMap((other, index) => {
    const one = expected[index];
    return one === undefined ? [] : compare(one, other, isTimed).map((each) => `${one.asked}: ${each}`);
  });
  const isShort = !isTimed && expected.length !== came.length;
  return isShort ? [...words, `it was asked ${came.length} times instead of ${expected.length}`] : words;
}

function compare(one: HeardAnswer, other: HeardAnswer, isTimed: boolean): string[] {
  const faults: string[] = [];
  if (one.status !== other.status) faults.push(`status ${other.status} instead of ${one.status}`);
  if (isTimed) return faults;
  if (one.contentType !== other.contentType)
    faults.push(`content-type ${other.contentType} instead of ${one.contentType}`);
  const more = other.headers.filter((name) => !one.headers.includes(name));
  const less = one.headers.filter((name) => !other.headers.includes(name));
  faults.push(...more.map((name) => `header ${name} besides`), ...less.map((name) => `no header ${name}`));
  if (one.body !== other.body) faults.push(`body ${shorten(other.body)} instead of ${shorten(one.body)}`);
  return faults;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** What a pair answered to every claim, or why it did not even start. */
export type JudgedPair = { readonly name: string } & (
  | {
      readonly outcomes: readonly Outcome[];
      /** What was answered to the requests of each claim, in the order in which they were asked. */
      readonly heard: ReadonlyMap<string, readonly HeardAnswer[]>;
    }
  | { readonly failure: string }
);

/** Opens a wire to a deployment for the suite. */
export function openSuiteWire(url: string): Wire {
  return openWire(new URL(url), { timeoutMs: 30_000 });
}

/** Asks for claims by the clock and the chance of this machine. */
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

/** Starts a pair on the seed, asks it for every claim, and stops it. */
export async function judgePair(
  pair: Pair,
  { seed, plan }: SeedAndPlan,
  claims: readonly Claim[],
): Promise<JudgedPair> {
  const { name } = pair;
  try {
    const { url, stop } = await pair.start(seed);
    try {
      const heard = new Map<string, readonly HeardAnswer[]>();
      const { wire, takeHeard } = listenTo(openSuiteWire(url));
      const outcomes = await askClaims({
        ...{ claims, plan, wire },
        onOutcome: ({ claim }) => heard.set(claim.id, takeHeard()),
      });
      return { name, outcomes, heard };
    } finally {
      await stop();
    }
  } catch (failure) {
    return { name, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}

/** Listens to a wire; requests at once stand in the order in which they were asked, whichever is answered first. */
function listenTo(wire: Wire): { readonly wire: Wire; readonly takeHeard: () => HeardAnswer[] } {
  let heard: HeardAnswer[] = [];
  return {
    wire: async (asked) => {
      const list = heard;
      const place = list.push(hearNothing(asked)) - 1;
      const answer = await wire(asked);
      list[place] = hearAnswer(answer);
      return answer;
    },
    takeHeard: () => {
      const taken = heard;
      heard = [];
      return taken;
    },
  };
}

/** How much of the table is wanted: counts for each operation, or every claim. */
type TableDepth = "operations" | "claims";

/** Renders the table: pairs across; operations or claims down, and every claim that does not hold alike everywhere, with what differs. */
export function renderPairs(pairs: readonly JudgedPair[], depth: TableDepth): string {
  const claims = claimsOf(pairs);
  const odd = new Set(listOdd(pairs));
  const isShown = (id: string): boolean => depth === "claims" || odd.has(id);
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
  const told = listDifferences(pairs).map(
    ({ claimId, pair, words }) => `${pair} differs in ${claimId}: ${words}`,
  );
  return [...lines, ...(told.length > 0 ? ["", ...told] : [])].join("\n");
}

/** The claims of which the pairs say different things, or at least one says that it does not hold, or answers another way. */
export function listOdd(pairs: readonly JudgedPair[]): string[] {
  const different = new Set(listDifferences(pairs).map(({ claimId }) => claimId));
  const started = pairs.filter((pair) => "outcomes" in pair);
  return claimsOf(pairs).flatMap(({ id }) => {
    const cells = new Set(started.map((pair) => cellOf(pair, id)));
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
  if (outcome === undefined) return "missing";
  return { held: "holds", broken: "BREAKS", "not asked": "not asked" }[outcome.verdict];
}

function countHeld(pair: JudgedPair, claims: readonly Outcome["claim"][]): string {
  if (!("outcomes" in pair)) return "not started";
  const held = claims.filter(({ id }) => cellOf(pair, id) === "holds").length;
  return `${held} of ${claims.length}`;
}
