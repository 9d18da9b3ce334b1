import { fileURLToPath } from "node:url";
import { isFields, readDocument, schemaJudge } from "@trading-oms/document";
import type { BodyJudges } from "./judge-reply.ts";

const documentPath = fileURLToPath(new URL("../../../openapi/openapi.yaml", import.meta.url));

/** Reads from the document how bodies of errors and of searches have to look. */
export async function readJudges(): Promise<BodyJudges> {
  const reading = await readDocument(documentPath);
  if (reading.kind === "faulty") throw new Error("The document can't be read.");
  const judgeBy = (schema: string, needed: string) => {
    const judge = schemaJudge(reading.document)(`#/components/schemas/${schema}`);
    // The schemas have no needed member, so that an empty object would do.
    return (body: unknown) =>
      isFields(body) && Object.hasOwn(body, needed) ? judge(body) : [`the body has no member ${needed}`];
  };
  const judgeSearch = judgeBy("SymbolSearchResult", "data");
  return {
    error: judgeBy("ErrorResponse", "error"),
    problem: judgeBy("ValidationProblemDetails", "errors"),
    // Beside a search, the same bytes may hold a request for something else.
    search: (body) => (isFields(body) && Object.hasOwn(body, "requestType") ? judgeSearch(body) : []),
  };
}
