import { isMap, isNode, isPair, LineCounter, parseDocument, type YAMLParseError } from "yaml";
import type { Pointer } from "../grammar/walk-document.ts";

/** A fault in a file and its place. */
export type Fault = {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
};

/** Formats a fault as `path:line:column: message`, which editors can follow. */
export function printFault(fault: Fault): string {
  return `${fault.path}:${fault.line}:${fault.column}: ${fault.message}`;
}

/** Line and column, counted from 1. */
export type Place = { readonly line: number; readonly column: number };

/** A parsed YAML text, and the place of each pointer in it. */
export type ParsedYaml = { readonly value: unknown; readonly placeOf: (pointer: Pointer) => Place };

/** Parses YAML 1.2. The first fault, such as a duplicate key, a tab or broken nesting, is returned with its place. */
export function parseYaml(path: string, text: string): ParsedYaml | { readonly faults: readonly Fault[] } {
  const lineCounter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const placeAt = (offset: number): Place => {
    const position = lineCounter.linePos(offset);
    return { line: position.line, column: position.col };
  };
  // Later errors of the parser are mostly consequences of the first.
  const failure = parsed.errors[0];
  if (failure !== undefined) {
    return { faults: [{ path, ...placeAt(failure.pos[0]), message: messageOf(failure) }] };
  }
  const value = resolveAliases(parsed);
  if (value === undefined) return { faults: [{ path, ...placeAt(0), message: aliasMessage }] };
  return { value, placeOf: (pointer) => placeAt(offsetOf(parsed.contents, pointer)) };
}

const aliasMessage = "uses an alias that is unknown, or too many of them; write out what it stands for";

/** Resolves aliases; undefined if one is unknown, or if there are too many. */
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

/** The offset of the last existing key of a pointer. */
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
