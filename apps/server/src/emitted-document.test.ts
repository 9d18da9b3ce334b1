import { fileURLToPath } from "node:url";
import { documentHead } from "@trading-oms/contract";
import { findDifferences, normalForm, printDifference, readDocument } from "@trading-oms/document";
import { expect, test } from "vitest";
import { createApp } from "./app.ts";
import type { ServerServices } from "./services.ts";

test("the emitted document equals the authored document", async () => {
  const reading = await readDocument(
    fileURLToPath(new URL("../../../openapi/openapi.yaml", import.meta.url)),
  );
  if (reading.kind === "faulty") throw new Error("The document is faulty; pnpm document says where.");
  const services: Partial<ServerServices> = { corsOrigins: new Set(), documents: new Map() };
  const emitted = createApp(services as ServerServices).getOpenAPI31Document(documentHead);
  const forms = [reading.document, { ...emitted }].map(normalForm);
  const differences = findDifferences(forms[0] ?? {}, forms[1] ?? {});
  expect(differences.map(printDifference)).toEqual([]);
});
