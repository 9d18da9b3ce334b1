import type { Asked } from "./ask.ts";
import type { Outcome } from "./claim.ts";
import { needWords } from "./given.ts";
import type { Plan } from "./plan.ts";

/** Renders an outcome for a person: a line, and for a broken claim what was asked, what came and what was expected. */
export function renderOutcome(outcome: Outcome): string {
  const { claim } = outcome;
  switch (outcome.verdict) {
    case "held":
      return `holds      ${claim.id}`;
    case "not asked":
      return `not asked  ${claim.id}: needs ${outcome.missing.map((need) => needWords[need]).join("; ")}`;
    case "broken": {
      const { asked, came, expected } = outcome.broken;
      return [
        `BREAKS     ${claim.id}: ${claim.title}`,
        `           asked     ${showPlainly(describeAsked(asked))}`,
        `           came      ${showPlainly(hideTokens(came))}`,
        `           expected  ${showPlainly(hideTokens(expected))}`,
      ].join("\n");
    }
  }
}

/** Renders what a run came to, operation by operation, and in the last line over all. */
export function renderSummary(outcomes: readonly Outcome[]): string {
  const operations = [...new Set(outcomes.map(({ claim }) => claim.operation))];
  const rows = operations.map((operation) => {
    const { held, broken, notAsked } = countOutcomes(
      outcomes.filter(({ claim }) => claim.operation === operation),
    );
    return `${operation.padEnd(22)}${row(held, broken, notAsked)}`;
  });
  const { held, broken, notAsked } = countOutcomes(outcomes);
  const heading = `${"".padEnd(22)}${"hold".padStart(6)}${"break".padStart(7)}${"not asked".padStart(11)}`;
  return [heading, ...rows, `${"all".padEnd(22)}${row(held, broken, notAsked)}`].join("\n");
}

function row(held: number, broken: number, notAsked: number): string {
  return `${String(held).padStart(6)}${String(broken).padStart(7)}${String(notAsked).padStart(11)}`;
}

const lengthMax = 200;
/** A pattern runs out of stack on a text of megabytes. */
const bodyLengthMax = 10_000;

/** Says what was asked in a line; of the headers their names alone where they could carry a secret. */
function describeAsked(asked: Asked | undefined): string {
  if (asked === undefined) return "nothing yet";
  const { method, path, headers, body } = asked;
  const named = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === "authorization" ? `${name}: …` : `${name}: ${value}`,
  );
  const parts = [`${method} ${path}`, ...named.map((line) => `(${line})`), describeBody(body)];
  const text = hideTokens(parts.filter((part) => part !== "").join(" "));
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}

function describeBody(body: Asked["body"]): string {
  if (body === undefined) return "";
  if (typeof body !== "string") return `${body.length} bytes`;
  // A token or an image that is cut might not be known as one, so that its beginning goes as well.
  return body.length > bodyLengthMax ? `${body.slice(0, bodyLengthMax).replace(/[\w+/.-]+$/, "")}…` : body;
}

/** How many claims held, broke and were not asked. */
export type OutcomeCounts = { readonly held: number; readonly broken: number; readonly notAsked: number };

/** Counts outcomes by what became of them. */
export function countOutcomes(outcomes: readonly Outcome[]): OutcomeCounts {
  const count = (wanted: Outcome["verdict"]) => outcomes.filter(({ verdict }) => verdict === wanted).length;
  return { held: count("held"), broken: count("broken"), notAsked: count("not asked") };
}

/** Renders outcomes as JSON, for programs that go on from there. */
export function renderJson(address: string, outcomes: readonly Outcome[]): string {
  const claims = outcomes.map((outcome) => {
    const { claim, durationMs, verdict } = outcome;
    const base = { id: claim.id, title: claim.title, operation: claim.operation, verdict, durationMs };
    if (outcome.verdict === "not asked") return { ...base, needs: outcome.missing };
    if (outcome.verdict === "held") return base;
    const { asked, came, expected } = outcome.broken;
    return { ...base, asked: describeAsked(asked), came: hideTokens(came), expected: hideTokens(expected) };
  });
  return `${JSON.stringify({ address, ...countOutcomes(outcomes), claims }, undefined, 2)}\n`;
}

/** Outcomes of one deployment, by the name that the report has for it. */
export type JunitSuite = {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
  /** Why it could not be asked, or not to the end. */
  readonly failure?: string;
};

/** Renders outcomes as JUnit XML: a suite for each deployment, a case for each claim, and one for its failure. */
export function renderJunit(suites: readonly JunitSuite[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    ...suites.flatMap(linesOf),
    "</testsuites>",
    "",
  ].join("\n");
}

function linesOf({ name, outcomes, failure }: JunitSuite): string[] {
  const { broken, notAsked } = countOutcomes(outcomes);
  const elapsedMs = outcomes.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const failed = failure === undefined ? [] : [renderFailed(name, failure)];
  const testCount = outcomes.length + failed.length;
  const counts = `tests="${testCount}" failures="${broken}" errors="${failed.length}" skipped="${notAsked}"`;
  return [
    `  <testsuite name="${escapeXml(name)}" ${counts} time="${inSeconds(elapsedMs)}">`,
    ...outcomes.map((outcome) => renderCase(name, outcome)),
    ...failed,
    "  </testsuite>",
  ];
}

function renderFailed(suite: string, failure: string): string {
  const begin = `    <testcase classname="${escapeXml(suite)}" name="it starts, answers and stops" time="0.000">`;
  return `${begin}<error message="${escapeXml(hideTokens(failure))}"/></testcase>`;
}

function renderCase(suite: string, outcome: Outcome): string {
  const { claim, durationMs } = outcome;
  const place = `classname="${escapeXml(suite)}.${claim.operation}"`;
  const begin = `    <testcase ${place} name="${escapeXml(`${claim.id}: ${claim.title}`)}" time="${inSeconds(durationMs)}"`;
  if (outcome.verdict === "held") return `${begin}/>`;
  return `${begin}>${renderVerdict(outcome)}</testcase>`;
}

function renderVerdict(outcome: Exclude<Outcome, { verdict: "held" }>): string {
  if (outcome.verdict === "not asked") {
    return `<skipped message="${escapeXml(`needs ${outcome.missing.map((need) => needWords[need]).join("; ")}`)}"/>`;
  }
  const { asked, came, expected } = outcome.broken;
  const text = `asked ${describeAsked(asked)}\ncame ${came}\nexpected ${expected}`;
  return `<failure message="${escapeXml(hideTokens(`expected ${expected}`))}">${escapeXml(hideTokens(text))}</failure>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML has no way to write most control characters, not even as a reference. */
function escapeXml(text: string): string {
  return [...text]
    .map((character) => entities[character] ?? (isWritable(character) ? character : "\ufffd"))
    .join("")
    .replaceAll("\n", "&#10;");
}

function isWritable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  return !isControl && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

function inSeconds(durationMs: number): string {
  return (durationMs / 1_000).toFixed(3);
}

const partLengthMin = 16;

/**
 * Makes what takes the tokens of a plan out of a text, of whatever form they are: whole, part by part as forgeries carry them,
 * and where a report cut them off.
 */
export function hideTokensOf({ user, otherUser, refusedTokens = {} }: Plan): (text: string) => string {
  const whole = [user?.token ?? "", otherUser?.token ?? "", ...Object.values(refusedTokens)].filter(
    (token) => token !== "",
  );
  const parts = whole.flatMap((token) => token.split(".")).filter((part) => part.length >= partLengthMin);
  const secrets = [...new Set([...whole, ...parts])].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((left, secret) => hideCut(left.replaceAll(secret, "…"), secret), text);
}

/** A text that ends in the beginning of a secret was cut within it. */
function hideCut(text: string, secret: string): string {
  if (!text.endsWith("…")) return text;
  const shown = text.slice(0, -1);
  for (let length = secret.length - 1; length >= 4; length -= 1) {
    if (shown.endsWith(secret.slice(0, length))) return `${shown.slice(0, -length)}…`;
  }
  return text;
}

const forms = [
  /\b(Bearer\s+)[\w.~+/-]{12,}=*/gi,
  /\b()eyJ[\w-]{4,}(?:\.[\w-]*){0,4}/g,
  // An image of a card is nobody's business, and too long for a report.
  /()[A-Za-z0-9+/]{200,}={0,2}/g,
];

/** Takes out of a text what nobody may read in a report: tokens, and images. */
export function hideTokens(text: string): string {
  return forms.reduce((left, form) => left.replaceAll(form, "$1…"), text);
}

/** Takes out of a text what a terminal would obey: control characters, and those that turn the direction of writing. */
function showPlainly(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}
