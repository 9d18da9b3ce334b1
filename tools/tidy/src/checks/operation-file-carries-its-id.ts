import { isMap, parseDocument } from "yaml";
import type { Check } from "../check.ts";
import { isProduct } from "../house/is-source.ts";
import { places } from "../house/places.ts";
import { wordsOf } from "../source/words-of.ts";
import type { Tree } from "../tree.ts";

const document = "openapi/openapi.yaml";

/** From the document to the code, and back, without a search. */
export const operationFileCarriesItsId: Check = {
  name: "operation-file-carries-its-id",
  rule: "A folder of the server's operations is named after an operationId of the document.",
  rooms: ["apps/server/src/operations", "openapi"],
  *find(tree) {
    const folders = Map.groupBy(tree.paths.filter(isOperationFile), nameFolder);
    if (folders.size === 0) return;
    const names = operationIds(tree).map((id) => wordsOf(id).join("-"));
    for (const [name, [path = ""]] of folders) {
      if (names.includes(name)) continue;
      yield {
        path,
        line: 1,
        wrong: `\`${name}\` is no operation of ${document}.`,
        mend: `Describe the operation in the document first, or name the folder after one that it has: ${names.join(", ") || "none yet"}.`,
      };
    }
  },
  breach: {
    "apps/server/src/operations/planted-operation/handler.ts": "export const plantedOperation = 1;\n",
  },
};

function isOperationFile(path: string): boolean {
  return path.startsWith(places.operations) && isProduct(path) && nameFolder(path).length > 0;
}

/** The folder of an operation; empty for what operations share. */
function nameFolder(path: string): string {
  const [folder = "", file] = path.slice(places.operations.length).split("/");
  return file === undefined ? "" : folder;
}

/** A document that does not parse has no operations, and its own check says why. */
function operationIds(tree: Tree): string[] {
  if (!tree.has(document)) return [];
  const parsed = parseDocument(tree.text(document));
  const paths = parsed.get("paths");
  if (parsed.errors.length > 0 || !isMap(paths)) return [];
  const operations = paths.items.flatMap(({ value }) => (isMap(value) ? value.items : []));
  return operations.flatMap(({ value }) => {
    const id = isMap(value) ? value.get("operationId") : undefined;
    return typeof id === "string" ? [id] : [];
  });
}
