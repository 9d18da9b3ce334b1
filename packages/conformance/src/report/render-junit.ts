import { needWords } from "../given.ts";
import type { Outcome } from "../outcome.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { describeAsked } from "./describe-asked.ts";
import { hideTokens } from "./hide-tokens.ts";

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
