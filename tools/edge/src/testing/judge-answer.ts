import { fileURLToPath } from "node:url";
import { checkExample, listOperations, type Measure, readDocument, schemaJudge } from "@trading-oms/document";
import type { Response } from "miniflare";

const documentPath = fileURLToPath(new URL("../../../../openapi/openapi.yaml", import.meta.url));

let measure: Promise<Measure> | undefined;

/** Holds an answer against the document and gives its body; throws with what is wrong with it. */
export async function judgeAnswer(operationId: string, response: Response): Promise<unknown> {
  measure ??= readMeasure();
  const { document, judgeOf } = await measure;
  const operation = listOperations(document).find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`The document has no ${operationId}.`);
  const body: unknown = await response.json();
  const mediaType = response.headers.get("content-type")?.split(";")[0];
  const role = { kind: "response", operation, status: String(response.status), mediaType } as const;
  const flaws = checkExample({ document, judgeOf }, role, body);
  if (flaws.length > 0) throw new Error(JSON.stringify({ operationId, body, flaws }));
  return body;
}

async function readMeasure(): Promise<Measure> {
  const reading = await readDocument(documentPath);
  if (reading.kind === "faulty") throw new Error("The document can't be read.");
  return { document: reading.document, judgeOf: schemaJudge(reading.document) };
}
