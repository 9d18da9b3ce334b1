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
import type { Pair } from "./pair.ts";

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

/** How an answer travels is the affair of whoever sends it. */
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

/** What the answers to a pair's claims were, by the ids of the claims. */
type HeardPair = {
  readonly name: string;
  readonly heard: ReadonlyMap<string, readonly HeardAnswer[]>;
};

/** That a pair answered a request of a claim otherwise than the first pair did. */
type Difference = { readonly claimId: string; readonly pair: string; readonly words: string };

/** Of these, asked again until something has happened or told to wait, only what is answered at first is held together. */
type IsTimed = (claimId: string) => boolean;

/** Lists where pairs answered the same requests otherwise than the first of them. */
function listDifferences(pairs: readonly HeardPair[], isTimed: IsTimed): Difference[] {
  const [first, ...others] = pairs;
  if (first === undefined) return [];
  return others.flatMap((other) =>
    [...first.heard].flatMap(([claimId, expected]) => {
      const came = other.heard.get(claimId) ?? [];
      const wholes = compareAll(expected, came, isTimed(claimId));
      return wholes
        .filter((words) => !isOwnWay({ pair: other.name, words }))
        .map((words) => ({ claimId, pair: other.name, words }));
    }),
  );
}

function compareAll(
  expected: readonly HeardAnswer[],
  came: readonly HeardAnswer[],
  isTimed: boolean,
): string[] {
  const words = expected.slice(0, came.length).flatMap((one, index) => {
    const other = came[index];
    if (other === undefined) return [];
    const differing = isTimed ? compareStatus(one, other) : compare(one, other);
    return differing.map((each) => `${one.asked}: ${each}`);
  });
  const isShort = !isTimed && expected.length !== came.length;
  return isShort ? [...words, `it was asked ${came.length} times instead of ${expected.length}`] : words;
}

function compareStatus(one: HeardAnswer, other: HeardAnswer): string[] {
  return one.status === other.status ? [] : [`status ${other.status} instead of ${one.status}`];
}

function compare(one: HeardAnswer, other: HeardAnswer): string[] {
  const more = other.headers.filter((name) => !one.headers.includes(name));
  const less = one.headers.filter((name) => !other.headers.includes(name));
  return [
    ...compareStatus(one, other),
    ...(one.contentType === other.contentType
      ? []
      : [`content-type ${other.contentType} instead of ${one.contentType}`]),
    ...more.map((name) => `header ${name} besides`),
    ...less.map((name) => `no header ${name}`),
    ...(one.body === other.body ? [] : [`body ${shorten(other.body)} instead of ${shorten(one.body)}`]),
  ];
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

const timeoutMs = 30_000;

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
      const { wire, takeHeard } = listenTo(openWire(new URL(url), { timeoutMs }));
      const outcomes = await runClaims({
        claims,
        plan,
        wire,
        monotonicMs: () => performance.now(),
        wait: (durationMs) => wait(durationMs),
        makeId: randomUUID,
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
  const width = Math.max(
    24,
    ...claims.map(({ id }) => (depth === "claims" || isOdd(pairs, id) ? id.length : 0)),
  );
  const line = (title: string, cells: readonly string[]): string =>
    [title.padEnd(width), ...cells.map((cell, index) => cell.padStart(widthOf(pairs[index])))].join("  ");
  const lines = [
    line(
      "",
      pairs.map(({ name }) => name),
    ),
  ];
  for (const operation of new Set(claims.map((claim) => claim.operation))) {
    const own = claims.filter((claim) => claim.operation === operation);
    lines.push(
      line(
        operation,
        pairs.map((pair) =>
          countHeld(
            pair,
            own.map(({ id }) => id),
          ),
        ),
      ),
    );
    for (const { id } of own) {
      if (depth === "claims" || isOdd(pairs, id))
        lines.push(
          line(
            `  ${id}`,
            pairs.map((pair) => cellOf(pair, id)),
          ),
        );
    }
  }
  lines.push(
    line(
      "all",
      pairs.map((pair) =>
        countHeld(
          pair,
          claims.map(({ id }) => id),
        ),
      ),
    ),
  );
  const told = differencesOf(pairs).map(
    ({ claimId, pair, words }) => `${pair} differs in ${claimId}: ${words}`,
  );
  return [...lines, ...(told.length > 0 ? ["", ...told] : [])].join("\n");
}

/** The claims of which the pairs say different things, or at least one says that it does not hold, or answers another way. */
export function listOdd(pairs: readonly JudgedPair[]): string[] {
  return claimsOf(pairs).flatMap(({ id }) => (isOdd(pairs, id) ? [id] : []));
}

function claimsOf(pairs: readonly JudgedPair[]): Outcome["claim"][] {
  const judged = pairs.find((pair) => "outcomes" in pair);
  return judged !== undefined && "outcomes" in judged ? judged.outcomes.map(({ claim }) => claim) : [];
}

/** A claim is even where all pairs that were started say the same of it, not that it breaks, and in the same way. */
function isOdd(pairs: readonly JudgedPair[], id: string): boolean {
  const started = pairs.filter((pair) => "outcomes" in pair);
  const cells = new Set(started.map((pair) => cellOf(pair, id)));
  return cells.size > 1 || cells.has("BREAKS") || differencesOf(pairs).some(({ claimId }) => claimId === id);
}

/** A claim that lets time pass may be answered more or less often. */
function differencesOf(pairs: readonly JudgedPair[]): Difference[] {
  const timed = new Set(claimsOf(pairs).flatMap(({ id, needs }) => (needs.includes("pause") ? [id] : [])));
  const started = pairs.filter((pair) => "outcomes" in pair);
  return listDifferences(started, (id) => timed.has(id));
}

function cellOf(pair: JudgedPair, id: string): string {
  if (!("outcomes" in pair)) return "not started";
  const outcome = pair.outcomes.find(({ claim }) => claim.id === id);
  if (outcome === undefined) return "missing";
  return { held: "holds", broken: "BREAKS", "not asked": "not asked" }[outcome.verdict];
}

function countHeld(pair: JudgedPair, ids: readonly string[]): string {
  if (!("outcomes" in pair)) return "not started";
  const held = ids.filter((id) => cellOf(pair, id) === "holds").length;
  return `${held} of ${ids.length}`;
}

function widthOf(pair: JudgedPair | undefined): number {
  return Math.max(11, pair?.name.length ?? 0);
}
