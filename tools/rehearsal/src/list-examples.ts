/** A TypeScript example of a README. */
export type Example = {
  /** Such as `client-2`: the document that it stands in, and its place there. */
  readonly name: string;
  readonly text: string;
  /** Whether it reads files, so that a browser can't run it. */
  readonly needsNode: boolean;
  /** Whether it reads cards, which takes a newer Node than the client does. */
  readonly readsCards: boolean;
};

const fence = /^```ts\n(.*?)^```$/gms;

/** Every TypeScript example of a document, in order. */
export function listExamples(document: string, markdown: string): Example[] {
  return [...markdown.matchAll(fence)].map(([, text = ""], index) => ({
    name: `${document}-${index + 1}`,
    text,
    needsNode: /from "(?:node:|@trading-oms\/(?:client\/node|id-card\/(?:node|pool)))/.test(text),
    readsCards: /from "@trading-oms\/id-card/.test(text),
  }));
}

/** Puts the server of the rehearsal in the place of the address that the examples name. */
export function pointAt(origin: string, { text }: Example): string {
  return text.replaceAll("http://127.0.0.1:8787", origin);
}

/** The names of the functions that an example exports, for somebody to call. */
export function exportedFunctions(text: string): string[] {
  return [...text.matchAll(/^export (?:async function|function|const) (\w+)/gm)].map(([, name = ""]) => name);
}
