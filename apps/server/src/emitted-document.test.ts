import { fileURLToPath } from "node:url";
import { documents, findDifferences, normalForm, printDifference, readDocument } from "@trading-oms/spec";
import { expect, test } from "vitest";
import { createApp } from "./app.ts";
import { servedContracts } from "./operations/documents.gen.ts";
import { operatorContract } from "./operations/operator.gen.ts";
import type { ServerServices } from "./services.ts";

test.for(documents.map(({ file }) => file))(
  "the document emitted for %s equals the authored one",
  async (file) => {
    const reading = await readDocument(fileURLToPath(new URL(`../../../openapi/${file}`, import.meta.url)));
    if (reading.kind === "faulty") throw new Error("The document is faulty; pnpm document says where.");
    const { info } = reading.document;
    const contract = [...servedContracts, operatorContract].find(
      ({ documentHead }) => documentHead.info.title === (info as { readonly title: string }).title,
    );
    if (contract === undefined) throw new Error(`${file} is not served.`);
    const services: Partial<ServerServices> = { corsOrigins: new Set(), documents: new Map(), limiters: {} };
    const app = createApp(services as ServerServices, [contract]);
    const forms = [reading.document, { ...app.getOpenAPI31Document(contract.documentHead) }].map(normalForm);
    const differences = findDifferences(forms[0] ?? {}, forms[1] ?? {});
    expect(differences.map(printDifference)).toEqual([]);
  },
);
