/** What the reference page shows of a document: the document itself, with calls by our client and examples that load from there. */
import { callFile, type Fields, fieldsAt, isFields, listOperations } from "@trading-oms/spec";

type Additions = {
  /** The text of an operation's example file. */
  readonly exampleOf: (operationId: string, file: string) => string | undefined;
  /** Stands before the description, in Markdown. */
  readonly note: string;
};

/** Renders the page's copy of a document as JSON. The document that the service serves stays as it is written. */
export function renderPageDocument(document: Fields, { exampleOf, note }: Additions): string {
  const copy: Fields = structuredClone(document);
  const { info } = copy as { readonly info?: { readonly description?: string } };
  Object.assign(info ?? {}, { description: `${note}\n\n${info?.description ?? ""}` });
  const operations = listOperations(copy);
  const used = new Set(operations.flatMap(({ fields }) => fields["tags"] ?? []));
  const { tags } = copy;
  // A tag that is announced for later would be an empty heading.
  if (Array.isArray(tags)) Object.assign(copy, { tags: tags.filter(({ name }) => used.has(name)) });
  for (const { id, fields } of operations) {
    const [source, request] = [callFile, "request.json"].map((file) => exampleOf(id, file));
    if (source !== undefined) addCall(fields, source.trimEnd());
    if (request !== undefined) fillPath(copy, fields, JSON.parse(request));
  }
  // Examples are named relative to the document, and its copy stands in another folder.
  return JSON.stringify(copy, (name, value) => (name === "externalValue" ? `/${value}` : value));
}

/** The first sample is the one that the page shows. */
function addCall(operation: Fields, source: string): void {
  const others = (operation["x-codeSamples"] ?? []) as readonly unknown[];
  const sample = { lang: "TypeScript", label: "@trading-oms/client", source };
  Object.assign(operation, { "x-codeSamples": [sample, ...others] });
}

/**
 * Gives parameters of the path the values of the example of a request, so that it can be sent without typing. Beside a body, Scalar
 * takes of named examples only the one that is named as that of the body.
 */
function fillPath(document: Fields, operation: Fields, request: Fields): void {
  const { parameters } = operation;
  const { path } = request;
  if (!Array.isArray(parameters) || !isFields(path)) return;
  const filled = parameters.map((each: unknown) => {
    const parameter = fieldsAt(document, each);
    if (parameter["in"] !== "path" || ("examples" in parameter && !("requestBody" in operation))) return each;
    const { examples: _named, ...others } = parameter;
    return { ...others, example: path[String(parameter["name"])] };
  });
  Object.assign(operation, { parameters: filled });
}
