import {
  checkExample,
  documents,
  isFields,
  listOperations,
  type Measure,
  type Operation,
  operationNameOf,
  readMeasure,
} from "@trading-oms/spec";

/** A documented body; only pages of operation 5 have `notifications`. */
type JudgedBody = Readonly<Record<string, unknown>> & {
  readonly notifications: readonly Readonly<Record<string, unknown>>[];
};

/** A validated answer. */
export type JudgedAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JudgedBody;
};

/**
 * Validates an answer against the authored document with ajv, independently of the server's own schemas: the
 * status is documented, the body is valid without undocumented members, and the common headers are present.
 */
export async function checkAnswer(operationName: string, response: Response): Promise<JudgedAnswer> {
  const { document, validatorOf, operation } = await findOperation(operationName);
  const { status, headers } = response;
  const text = await response.text();
  const mediaType = headers.get("content-type")?.split(";")[0];
  const body = bodyOf(mediaType, text);
  const role = { kind: "response", operation, status: String(status), mediaType } as const;
  const flaws = checkExample({ document, validatorOf }, role, body);
  const missing = ["x-request-id", "traceparent", "x-content-type-options"].filter(
    (name) => !headers.has(name),
  );
  const faults = [...flaws.map(({ message }) => message), ...missing.map((name) => `has no ${name}`)];
  if (isFields(body) && /\bat \S+:\d+|node_modules|select /i.test(text)) faults.push("reveals internals");
  if (faults.length > 0)
    throw new Error(`${operationName} ${status} ${text.slice(0, 500)}\n${faults.join("\n")}`);
  return { status, headers, body: body as JudgedBody };
}

function bodyOf(mediaType: string | undefined, text: string): unknown {
  if (mediaType === "text/event-stream") return text.split("\n\n").filter(Boolean).map(eventOf);
  return mediaType?.endsWith("json") ? JSON.parse(text) : text;
}

/** An event as a document describes it. */
function eventOf(block: string): object {
  const lines = block.split("\n").map((line) => line.split(/: (.*)/, 2));
  return Object.fromEntries(
    lines.map(([name, value = ""]) => [name, name === "data" ? JSON.parse(value) : value]),
  );
}

const measures = new Map<string, Promise<Measure>>();

/** Finds an operation by its name, such as `getMarginRatio` or `companion.getMarket`, in the document that has it. */
async function findOperation(name: string): Promise<Measure & { readonly operation: Operation }> {
  for (const entry of documents) {
    const measure = measures.get(entry.name) ?? readMeasure(entry);
    measures.set(entry.name, measure);
    const read = await measure;
    const operation = listOperations(read.document).find(({ id }) => operationNameOf(entry, id) === name);
    if (operation !== undefined) return { ...read, operation };
  }
  throw new Error(`No document has ${name}.`);
}
