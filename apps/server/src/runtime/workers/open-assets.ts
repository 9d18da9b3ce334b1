import type { Documents } from "../../documents.ts";
import type { Log } from "../../log.ts";
import { type ListedDocument, openDocuments } from "../../open-documents.ts";
import type { Environment } from "./environment.ts";

/** As much of the files that are deployed beside a Worker as is used of them. */
type Assets = { readonly fetch: (address: string) => Promise<Response> };

/**
 * Opens the document, its page and its examples, where they are bound as ASSETS; without them nothing but the operations
 * is served, and nothing is given where they are not to be had. The platform packs what it sends by itself, so that each
 * is read as it is.
 */
export async function openAssets({ ASSETS: assets }: Environment, log: Log): Promise<Documents | undefined> {
  if (assets === undefined) return new Map();
  const read = async (name: string): Promise<Response> => {
    const answer = await (assets as Assets).fetch(`https://assets.local/${name}`);
    if (!answer.ok) throw new Error(`The asset ${name} is a ${answer.status}.`);
    return answer;
  };
  try {
    const listed: ListedDocument[] = await (await read("documents.json")).json();
    const plain = listed.map(({ forms, ...document }) => ({
      ...document,
      forms: forms.filter(({ encoding }) => encoding === "identity"),
    }));
    return openDocuments(plain, async (tag) => new Uint8Array(await (await read(tag)).arrayBuffer()));
  } catch (thrown) {
    log({ level: "error", event: "documents not to be had", thrown });
    return undefined;
  }
}
