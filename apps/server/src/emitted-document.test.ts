import { documents, findDifferences, normalForm, printDifference, readRegistered } from "@trading-oms/spec";
import { expect, test } from "vitest";
import { createApp } from "./app.ts";
import { servedContracts } from "./operations/documents.gen.ts";
import { operatorContract } from "./operations/operator.gen.ts";
import type { ServerServices } from "./services.ts";

test.for(documents)("the document emitted for $file equals the authored one", async (entry) => {
  const { document } = await readRegistered(entry);
  const { info } = document;
  const contract = [...servedContracts, operatorContract].find(
    ({ documentHead }) => documentHead.info.title === (info as { readonly title: string }).title,
  );
  if (contract === undefined) throw new Error(`${entry.file} is not served.`);
  const services: Partial<ServerServices> = { corsOrigins: new Set(), documents: new Map(), limiters: {} };
  const app = createApp(services as ServerServices, [contract]);
  const forms = [document, { ...app.getOpenAPI31Document(contract.documentHead) }].map(normalForm);
  const differences = findDifferences(forms[0] ?? {}, forms[1] ?? {});
  expect(differences.map(printDifference)).toEqual([]);
});
