/** What the reference page shows of a document: the document itself, with calls by our client and examples that load from there. */
import { listOperations } from "../list-operations.ts";
import type { Fields } from "../walk-document.ts";

type Additions = {
  /** The call of an operation by our client, as source text. */
  readonly callOf: (operationId: string) => string | undefined;
  /** Stands before the description, in Markdown. */
  readonly note: string;
};

/** Renders the page's copy of a document as JSON. The document that the service serves stays as it is written. */
export function renderPageDocument(document: Fields, { callOf, note }: Additions): string {
  const copy: Fields = structuredClone(document);
  const { info } = copy as { readonly info?: { readonly description?: string } };
  Object.assign(info ?? {}, { description: `${note}\n\n${info?.description ?? ""}` });
  for (const { id, fields } of listOperations(copy)) {
    const source = callOf(id);
    if (source === undefined) continue;
    const own = (fields["x-codeSamples"] ?? []) as readonly unknown[];
    const sample = { lang: "TypeScript", label: "@trading-oms/client", source: source.trimEnd() };
    Object.assign(fields, { "x-codeSamples": [sample, ...own] });
  }
  // Examples are named relative to the document, and its copy stands in another folder.
  return JSON.stringify(copy, (name, value) => (name === "externalValue" ? `/${value}` : value));
}
