import { resolve } from "node:path";
import { type DocumentEntry, openapiFolder, readCommand } from "@trading-oms/spec";
import { gatherDocuments } from "./documents.ts";
import { type Gathered, writeFolder } from "./write-folder.ts";

const usage = `Writes what a server shows of the OpenAPI documents into a folder: their bytes, their page, their examples.

  --into FOLDER                 the folder to fill with what every server shows; what it held before is gone
  --desk-into FOLDER            the folder to fill with what a server shows besides where its desk is on
  --demonstration-into FOLDER   the folder to fill with what the demonstration shows in place of that: a page that sends requests
  --from FOLDER                 the folder of the documents and their examples   (openapi)
  --help                        this text

A folder is replaced as a whole or not at all. Exit codes: 0 written, 1 refused, 2 used wrongly.`;

async function writeDocuments(words: readonly string[]): Promise<number> {
  const options = {
    into: { type: "string" },
    "desk-into": { type: "string" },
    "demonstration-into": { type: "string" },
    from: { type: "string", default: openapiFolder },
  } as const;
  const command = readCommand({ words, options, usage, output: console });
  if ("exitCode" in command) return command.exitCode;
  const { into, from, "desk-into": deskInto, "demonstration-into": demonstrationInto } = command.values;
  if (into === undefined) {
    console.error(`--into has to name a folder.\n\n${usage}`);
    return 2;
  }
  const isShown = ({ isServedEverywhere }: DocumentEntry): boolean => isServedEverywhere;
  const everywhere = await gatherDocuments(resolve(from), { isShown });
  const additions = [
    {
      folder: deskInto,
      gathering: await gatherDocuments(resolve(from), { back: { href: "/console", words: "← The desk" } }),
    },
    {
      folder: demonstrationInto,
      gathering: await gatherDocuments(resolve(from), { isShown, canSend: true }),
    },
  ];
  const gatherings = [everywhere, ...additions.map(({ gathering }) => gathering)];
  const faults = gatherings.flatMap((each) => (each.kind === "faulty" ? each.faults : []));
  if (faults.length > 0 || everywhere.kind === "faulty") {
    console.error([...new Set(faults)].join("\n"));
    return 1;
  }
  await writeFolder(resolve(into), everywhere.documents);
  const isNew = ({ pathname, body }: Gathered): boolean =>
    !everywhere.documents.some((each) => each.pathname === pathname && each.body.equals(body));
  for (const { folder, gathering } of additions) {
    if (folder === undefined || gathering.kind === "faulty") continue;
    await writeFolder(resolve(folder), gathering.documents.filter(isNew));
  }
  return 0;
}

if (import.meta.main) process.exitCode = await writeDocuments(process.argv.slice(2));
