import { isMap, isNode, isPair, LineCounter, parseDocument, type YAMLParseError } from "yaml";
import type { Pointer } from "./walk-document.ts";

/** Something wrong in a file, and where. */
export type Fault = {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** One line that an editor can follow to the place. */
export function printFault(fault: Fault): string {
  return `${fault.path}:${fault.line}:${fault.column}: ${fault.message}`;
}

/** A line and a column, both counted from 1. */
export type Place = { readonly line: number; readonly column: number };

/** A YAML text as a value, with the way back from a pointer to its place in the text. */
export type ParsedYaml = { readonly value: unknown; readonly placeOf: (pointer: Pointer) => Place };

/** Parses YAML 1.2; doubled keys, tabs and broken nesting come back as faults with their place. */
export function parseYaml(path: string, text: string): ParsedYaml | { readonly faults: readonly Fault[] } {
  const lineCounter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const placeAt = (offset: number): Place => {
    const position = lineCounter.linePos(offset);
    return { line: position.line, column: position.col };
  };
  // Whatever the parser says after its first fault is mostly an echo of it.
  const failure = parsed.errors[0];
  if (failure !== undefined) {
    return { faults: [{ path, ...placeAt(failure.pos[0]), message: messageOf(failure) }] };
  }
  const value = resolveAliases(parsed);
  if (value === undefined) return { faults: [{ path, ...placeAt(0), message: aliasMessage }] };
  return { value, placeOf: (pointer) => placeAt(offsetOf(parsed.contents, pointer)) };
}

const aliasMessage = "uses an alias that is unknown, or too many of them; write out what it stands for";

/** Aliases are worked out only now, and those that lead nowhere or everywhere throw. */
function resolveAliases(parsed: ReturnType<typeof parseDocument>): unknown {
  try {
    return parsed.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

function messageOf({ code, message }: YAMLParseError): string {
  return code === "DUPLICATE_KEY" ? "the key stands twice in one object; keep one of the two" : message;
}

/** Where the key of the last member stands that the pointer reaches. */
function offsetOf(contents: unknown, pointer: Pointer): number {
  let node = contents;
  let offset = 0;
  for (const key of pointer) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && isNode(item.key) && String(item.key) === key);
      if (pair === undefined) break;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
      continue;
    }
    const child = isNode(node) && "items" in node ? (node.items as unknown[])[Number(key)] : undefined;
    if (!isNode(child)) break;
    offset = child.range?.[0] ?? offset;
    node = child;
  }
  return offset;
}
