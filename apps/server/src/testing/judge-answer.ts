import { fileURLToPath } from "node:url";
import {
  checkExample,
  isFields,
  listOperations,
  type Measure,
  readDocument,
  schemaJudge,
} from "@trading-oms/document";

const documentPath = fileURLToPath(new URL("../../../../openapi/openapi.yaml", import.meta.url));

/** A body that the document describes; a page has its notifications, everything else none. */
type JudgedBody = Readonly<Record<string, unknown>> & {
  readonly notifications: readonly Readonly<Record<string, unknown>>[];
};

/** What an answer says. */
export type JudgedAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JudgedBody;
};

/**
 * Holds an answer against the authored document, by ajv and not by the schemas that made it: its status is declared,
 * its body is valid and has no member that the document does not describe, and the headers of every answer are there.
 */
export async function judgeAnswer(operationId: string, response: Response): Promise<JudgedAnswer> {
  measure ??= readMeasure();
  const { document, judgeOf } = await measure;
  const operation = listOperations(document).find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`The document has no ${operationId}.`);
  const { status, headers } = response;
  const text = await response.text();
  const mediaType = headers.get("content-type")?.split(";")[0];
  const body: unknown = mediaType?.endsWith("json") ? JSON.parse(text) : text;
  const role = { kind: "response", operation, status: String(status), mediaType } as const;
  const flaws = checkExample({ document, judgeOf }, role, body);
  const missing = ["x-request-id", "traceparent", "x-content-type-options"].filter(
    (name) => !headers.has(name),
  );
  const faults = [...flaws.map(({ message }) => message), ...missing.map((name) => `has no ${name}`)];
  if (isFields(body) && /\bat \S+:\d+|node_modules|select /i.test(text)) faults.push("tells of its inside");
  if (faults.length > 0)
    throw new Error(`${operationId} ${status} ${text.slice(0, 500)}\n${faults.join("\n")}`);
  return { status, headers, body: body as JudgedBody };
}

let measure: Promise<Measure> | undefined;

async function readMeasure(): Promise<Measure> {
  const reading = await readDocument(documentPath);
  if (reading.kind === "faulty") throw new Error("The document can't be read.");
  return { document: reading.document, judgeOf: schemaJudge(reading.document) };
}
