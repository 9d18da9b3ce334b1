import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findDocument, findPageScript } from "./describe-process.ts";
import { gatherDocuments } from "./gather-documents.ts";
import { readFlags } from "./read-flags.ts";
import { writeDocumentFolder } from "./write-document-folder.ts";

const usage = `Writes what a server shows of the OpenAPI document into a folder: its bytes, its page, its examples.

  --into FOLDER     the folder to fill; what it held before is gone
  --document PATH   the document to show; its examples are read      (default openapi/openapi.yaml)
                    from the folder "examples" beside it
  --help            this text

The folder is replaced as a whole or not at all. Exit codes: 0 written, 1 refused, 2 used wrongly.`;

process.exitCode = await writeDocuments(process.argv.slice(2), fileURLToPath(import.meta.url));

async function writeDocuments(words: readonly string[], entryPath: string): Promise<number> {
  const { help, faults, values } = readFlags(words, ["into", "document"]);
  if (help) {
    console.log(usage);
    return 0;
  }
  const into = values.get("into");
  if (into === undefined || faults.length > 0) {
    console.error([...faults, ...(into === undefined ? ["--into has to name a folder."] : [])].join("\n"));
    return 2;
  }
  const documentPath = resolve(values.get("document") ?? findDocument(entryPath));
  const name = relative(process.cwd(), documentPath);
  const gathering = await gatherDocuments({ documentPath, name, pageScriptPath: findPageScript(entryPath) });
  if (gathering.kind === "faulty") {
    console.error(gathering.faults.join("\n"));
    return 1;
  }
  await writeDocumentFolder(resolve(into), gathering.documents);
  return 0;
}
