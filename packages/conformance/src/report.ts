import type { WireRequest } from "./ask.ts";
import type { Outcome } from "./claim.ts";
import { needDescriptions } from "./claim-inputs.ts";
import type { Plan } from "./plan.ts";

/** Renders an outcome as text: one line, and for a broken claim also the request, the answer and the expectation. */
export function renderOutcome(outcome: Outcome): string {
  const { claim } = outcome;
  switch (outcome.verdict) {
    case "held":
      return `holds      ${claim.id}`;
    case "not asked":
      return `not asked  ${claim.id}: needs ${outcome.missing.map((need) => needDescriptions[need]).join("; ")}`;
    case "broken": {
      const { asked, came, expected } = outcome.broken;
      return [
        `BREAKS     ${claim.id}: ${claim.title}`,
        `           asked     ${replaceControls(describeAsked(asked))}`,
        `           came      ${replaceControls(hideTokens(came))}`,
        `           expected  ${replaceControls(hideTokens(expected))}`,
      ].join("\n");
    }
  }
}

/** Renders a table of the counts by operation, with the totals in the last line. */
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
/** The regular expressions of `hideTokens` would exceed the stack on megabytes. */
const bodyLengthMax = 10_000;

/** Describes a request in a line, without tokens. */
function describeAsked(asked: WireRequest | undefined): string {
  if (asked === undefined) return "nothing yet";
  const { method, path, headers, body } = asked;
  const named = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === "authorization" ? `${name}: …` : `${name}: ${value}`,
  );
  const parts = [`${method} ${path}`, ...named.map((line) => `(${line})`), describeBody(body)];
  const text = hideTokens(parts.filter((part) => part !== "").join(" "));
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}

function describeBody(body: WireRequest["body"]): string {
  if (body === undefined) return "";
  if (typeof body !== "string") return `${body.length} bytes`;
  // A truncated token or image may not match its pattern, so the last word is removed as well.
  return body.length > bodyLengthMax ? `${body.slice(0, bodyLengthMax).replace(/[\w+/.-]+$/, "")}…` : body;
}

/** The numbers of claims by verdict. */
export type OutcomeCounts = { readonly held: number; readonly broken: number; readonly notAsked: number };

/** Counts outcomes by verdict. */
export function countOutcomes(outcomes: readonly Outcome[]): OutcomeCounts {
  const count = (wanted: Outcome["verdict"]) => outcomes.filter(({ verdict }) => verdict === wanted).length;
  return { held: count("held"), broken: count("broken"), notAsked: count("not asked") };
}

/** Renders outcomes as JSON for other programs. Tokens and images are removed. */
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

/** The outcomes of one deployment. */
export type JunitSuite = {
  /** The name of the suite in the report. */
  readonly name: string;
  readonly outcomes: readonly Outcome[];
  /** Why the run failed or did not finish. */
  readonly failure?: string;
};

/** Renders outcomes as JUnit XML: a suite for each deployment, a case for each claim, and an error for a failure. */
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
    return `<skipped message="${escapeXml(`needs ${outcome.missing.map((need) => needDescriptions[need]).join("; ")}`)}"/>`;
  }
  const { asked, came, expected } = outcome.broken;
  const text = `asked ${describeAsked(asked)}\ncame ${came}\nexpected ${expected}`;
  return `<failure message="${escapeXml(hideTokens(`expected ${expected}`))}">${escapeXml(hideTokens(text))}</failure>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Replaces most control characters, which XML cannot represent even as a reference. */
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
 * Returns a function that removes the tokens of a plan from a text: whole, their parts (which forged tokens contain), and
 * tokens that were truncated.
 */
export function makeTokenHider({ user, otherUser, refusedTokens = {} }: Plan): (text: string) => string {
  const whole = [user?.token ?? "", otherUser?.token ?? "", ...Object.values(refusedTokens)].filter(
    (token) => token !== "",
  );
  const parts = whole.flatMap((token) => token.split(".")).filter((part) => part.length >= partLengthMin);
  const secrets = [...new Set([...whole, ...parts])].toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((left, secret) => hideCut(left.replaceAll(secret, "…"), secret), text);
}

/** Removes the beginning of a secret at the end of a truncated text. */
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
  // Images contain personal data and are too long for a report.
  /()[A-Za-z0-9+/]{200,}={0,2}/g,
];

/** Removes tokens and images from a text. */
export function hideTokens(text: string): string {
  return forms.reduce((left, form) => left.replaceAll(form, "$1…"), text);
}

/** Replaces control characters and characters that change the text direction. */
function replaceControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "\ufffd");
}
