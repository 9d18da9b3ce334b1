import { readdir } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { printFault } from "../fault.ts";
import { drawIcon } from "./draw-icon.ts";
import { guardHeaders } from "./guard-headers.ts";
import { type Edition, holdDocument } from "./hold-document.ts";
import { listExampleNames } from "./list-example-names.ts";
import { loadPageScript } from "./load-page-script.ts";
import { type Content, makeContent } from "./make-content.ts";
import { readExample } from "./read-example.ts";
import { renderPage } from "./render-page.ts";
import { renderStartScript } from "./render-start-script.ts";

/** Bytes that are served at a path, and headers beyond their type. */
export type GatheredDocument = {
  readonly pathname: string;
  readonly content: Content;
  readonly headers: Readonly<Record<string, string>>;
};

/** Which document to gather all for, and the name it goes by in messages. */
export type GatherSource = {
  readonly documentPath: string;
  readonly name: string;
  readonly pageScriptPath: string;
};

/** Gathers everything that a server shows of a document: its bytes, its page, and its examples. */
export async function gatherDocuments(
  source: GatherSource,
): Promise<
  | { readonly kind: "gathered"; readonly documents: readonly GatheredDocument[] }
  | { readonly kind: "faulty"; readonly faults: readonly string[] }
> {
  const { documentPath, name, pageScriptPath } = source;
  const holding = await holdDocument({
    path: documentPath,
    name,
    tellFaults: () => undefined,
    tellMended: () => undefined,
  });
  if (holding.kind === "faulty") return { kind: "faulty", faults: holding.faults.map(printFault) };
  const edition = await holding.held.current();
  const examples = await gatherExamples(edition, documentPath, name);
  if (examples.faults.length > 0) return { kind: "faulty", faults: examples.faults };
  return {
    kind: "gathered",
    documents: [
      { pathname: "/docs", content: composePage(edition), headers: guardHeaders },
      plain("/docs/scalar.js", await loadPageScript(pageScriptPath)()),
      plain("/docs/start.js", makeContent("text/javascript; charset=utf-8", renderStartScript())),
      plain("/docs/icon.svg", makeContent("image/svg+xml", drawIcon())),
      plain("/openapi.json", edition.parsed),
      plain("/openapi.yaml", edition.authored),
      ...examples.documents,
    ],
  };
}

function composePage({ title, version }: Edition): Content {
  return makeContent("text/html; charset=utf-8", renderPage({ title, version, followsChanges: false }));
}

/** All that lie beside the document; what it names has to be among them. */
async function gatherExamples({ parsed }: Edition, documentPath: string, name: string) {
  const documents: GatheredDocument[] = [];
  const folder = join(dirname(documentPath), "examples");
  for (const path of (await readdir(folder, { recursive: true }).catch(() => [])).sort()) {
    const example = path.split(sep).join("/");
    const content = await readExample(folder, example);
    if (content !== undefined) documents.push(plain(`/examples/${example}`, content));
  }
  const faults = listExampleNames(JSON.parse(parsed.body.toString("utf8")))
    .filter((example) => !documents.some(({ pathname }) => pathname === `/${example}`))
    .map((example) => `${name} names ${example}, and there is no such file beside it.`);
  return { documents, faults };
}

function plain(pathname: string, content: Content): GatheredDocument {
  return { pathname, content, headers: {} };
}
