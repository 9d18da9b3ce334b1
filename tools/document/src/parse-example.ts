import type { Fault } from "./fault.ts";
import { type ParsedYaml, type Place, parseYaml } from "./parse-yaml.ts";

/** Parses JSON strictly; broken syntax and doubled keys come back as faults with their place. */
export function parseExample(path: string, text: string): ParsedYaml | { readonly faults: readonly Fault[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    const message = `is not JSON: ${reason.replaceAll(/\s+/g, " ")}`;
    return { faults: [{ path, ...placeAt(text, offsetOfFailure(reason, text)), message }] };
  }
  // JSON is YAML as well, and reading it so once more gives the doubled keys and the places.
  const parsed = parseYaml(path, text);
  return "faults" in parsed ? parsed : { value, placeOf: parsed.placeOf };
}

/** The engine tells a position, or quotes ten characters to either side of the token, or says that the text ended. */
function offsetOfFailure(reason: string, text: string): number {
  const position = /at position (\d+)/.exec(reason)?.[1];
  if (position !== undefined) return Number(position);
  const quoted = /^Unexpected token '(.+?)', (\.{3})?"(.*)"(?:\.{3})? is not valid JSON$/su.exec(reason);
  if (quoted === null) return text.length;
  const [, token = "", isCut, excerpt = ""] = quoted;
  const start = text.indexOf(excerpt) + (isCut === undefined ? 0 : 10);
  return Math.max(0, text.indexOf(token, start));
}

function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
