import * as contract from "@trading-oms/contract";
import { createApp, type ServerServices } from "@trading-oms/server";
import { expect, test } from "vitest";
import { emitDocument } from "./emit-document.ts";

test("the document that the running app emits is the one that is held against the authored document", () => {
  const services: Partial<ServerServices> = { corsOrigins: new Set(), documents: new Map() };
  const emitted = createApp(services as ServerServices).getOpenAPI31Document(contract.documentHead);
  expect(emitted).toEqual(emitDocument(contract));
});
