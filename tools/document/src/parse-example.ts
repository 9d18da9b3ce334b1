import type { Fault } from "./fault.ts";
import { type ParsedYaml, type Place, parseYaml } from "./parse-yaml.ts";

/** Parses JSON strictly; broken syntax and doubled keys come back as faults with their place. */
export function parseExample(path: string, text: string): ParsedYaml | { readonly faults: readonly Fault[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    return { faults: [{ path, ...placeOfFailure(message, text), message: `is not JSON: ${message}` }] };
  }
  // JSON is YAML as well, and reading it so once more gives the doubled keys and the places.
  const parsed = parseYaml(path, text);
  return "faults" in parsed ? parsed : { value, placeOf: parsed.placeOf };
}

function placeOfFailure(message: string, text: string): Place {
  const position = /position (\d+)/.exec(message)?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
