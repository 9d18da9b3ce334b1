import { fileURLToPath } from "node:url";
import { isFields, readDocument, schemaJudge } from "@trading-oms/document";
import type { HostileCard } from "./make-hostile-card.ts";

/** What came back for a hostile card. */
export type CardAnswer = { readonly status: number; readonly body: string; readonly elapsedMs: number };

/** Says what is wrong with an answer. */
export type JudgeCardAnswer = (card: HostileCard, answer: CardAnswer) => readonly string[];

const documentPath = fileURLToPath(new URL("../../../../openapi/openapi.yaml", import.meta.url));

/** A stack, a file of ours, or a library's own words. */
const insideForm = /\bat [^ ]+ ?\(|node_modules|node:internal|\/tmp\/|vips|libpng|jpeglib/i;

/** Prepares to judge answers by the document: none tells of the inside, none is another status. */
export async function makeJudge(): Promise<JudgeCardAnswer> {
  const reading = await readDocument(documentPath);
  if (reading.kind === "faulty") throw new Error("The document can't be read.");
  const judgeOf = schemaJudge(reading.document);
  const judges = {
    200: judgeOf("#/components/schemas/IdCardResponse"),
    400: judgeOf("#/components/schemas/ErrorResponse"),
  } as const;
  return ({ isToBeRefused }, { status, body }) => {
    const faults: string[] = [];
    if (status !== 200 && status !== 400)
      return [...faults, `is answered by ${status}: ${body.slice(0, 200)}`];
    if (isToBeRefused && status !== 400) faults.push("is not refused");
    if (insideForm.test(body)) faults.push(`tells of the inside: ${body.slice(0, 200)}`);
    const value: unknown = JSON.parse(body);
    faults.push(...judges[status](value));
    const isNamed = isFields(value) && Array.isArray(value["details"]) && value["details"].length > 0;
    if (status === 400 && !isNamed) faults.push("names no field");
    if (status === 200 && isFields(value) && value["success"] === false && !value["error"]) {
      faults.push("says nothing of why it was not read");
    }
    return faults;
  };
}
