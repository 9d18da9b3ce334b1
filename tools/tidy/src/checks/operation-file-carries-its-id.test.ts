import { expect, test } from "vitest";
import { findIn } from "../find-in.ts";
import { operationFileCarriesItsId } from "./operation-file-carries-its-id.ts";

test("An operation that the document does not have is refused", () => {
  const files = {
    "openapi/openapi.yaml": "paths:\n  /a:\n    get:\n      operationId: getSymbolSearch\n",
    "apps/server/src/operations/find-symbols/handler.ts": "",
  };
  expect(findIn(operationFileCarriesItsId, files)).toEqual([
    "apps/server/src/operations/find-symbols/handler.ts:1: `find-symbols` is no operation of openapi/openapi.yaml. Mend: Describe the operation in the document first, or name the folder after one that it has: get-symbol-search. [operation-file-carries-its-id]",
  ]);
});

test("An operation named after its id in kebab case holds, and so do its test and the index", () => {
  const files = {
    "openapi/openapi.yaml":
      "paths:\n  /a:\n    parameters: []\n    get:\n      operationId: getSymbolSearch\n",
    "apps/server/src/operations/get-symbol-search/handler.ts": "",
    "apps/server/src/operations/get-symbol-search/get-symbol-search.test.ts": "",
    "apps/server/src/operations/index.ts": "",
  };
  expect(findIn(operationFileCarriesItsId, files)).toEqual([]);
});

test("Without a document there are no operations", () => {
  const files = { "apps/server/src/operations/get-symbol-search/handler.ts": "" };
  expect(findIn(operationFileCarriesItsId, files)).toEqual([
    "apps/server/src/operations/get-symbol-search/handler.ts:1: `get-symbol-search` is no operation of openapi/openapi.yaml. Mend: Describe the operation in the document first, or name the folder after one that it has: none yet. [operation-file-carries-its-id]",
  ]);
});

test("In a document that does not parse, or has no paths, there are no operations", () => {
  const files = {
    "openapi/openapi.yaml": "paths:\n  /a: {get: {operationId: getA}}\n a: [",
    "apps/server/src/operations/get-a/handler.ts": "",
  };
  expect(findIn(operationFileCarriesItsId, files)).toEqual([
    "apps/server/src/operations/get-a/handler.ts:1: `get-a` is no operation of openapi/openapi.yaml. Mend: Describe the operation in the document first, or name the folder after one that it has: none yet. [operation-file-carries-its-id]",
  ]);
});
