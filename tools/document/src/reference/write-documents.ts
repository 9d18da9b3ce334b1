import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { printFault } from "../parse-yaml.ts";
import { findDocument, findPageScript } from "./describe-process.ts";
import { type Edition, holdDocument, listExampleNames, readExample } from "./hold-document.ts";
import {
  type Content,
  digestBytes,
  drawIcon,
  loadPageScript,
  makeContent,
  renderPage,
  renderStartScript,
} from "./page.ts";
import { readFlags } from "./run-reference.ts";
import { guardHeaders } from "./serve.ts";

/** A body in one encoding; `identity` is as it was. */
type BodyForm = { readonly encoding: "br" | "gzip" | "identity"; readonly bytes: Buffer };

/** Below this a compressed body saves no packet. */
const compressedBytesMin = 1_400;

/** Gives a body in each encoding that makes it smaller, the smallest first, and as it is at the end. */
async function compressBody(body: Buffer): Promise<readonly BodyForm[]> {
  const plain: BodyForm = { encoding: "identity", bytes: body };
  if (body.length < compressedBytesMin) return [plain];
  const packed: readonly BodyForm[] = [
    { encoding: "br", bytes: await compressBrotli(body, { params: brotliSettings(body) }) },
    { encoding: "gzip", bytes: await compressGzip(body, { level: 9 }) },
  ];
  const smaller = packed.filter(({ bytes }) => bytes.length < body.length);
  return [...smaller.sort((one, other) => one.bytes.length - other.bytes.length), plain];
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

function brotliSettings(body: Buffer): Record<number, number> {
  return {
    // Quality 9 takes a quarter of a second for the page's script; 11 takes six seconds for a tenth less.
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
}

/** Bytes that are served at a path, and headers beyond their type. */
type GatheredDocument = {
  readonly pathname: string;
  readonly content: Content;
  readonly headers: Readonly<Record<string, string>>;
};

/** Which document to gather all for, and the name it goes by in messages. */
type GatherSource = {
  readonly documentPath: string;
  readonly name: string;
  readonly pageScriptPath: string;
};

/** Gathers everything that a server shows of a document: its bytes, its page, and its examples. */
async function gatherDocuments(
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

/**
 * Fills a folder with all bodies, each in the encodings worth having, and `documents.json`, which lists them.
 *
 * Files are named by the digest of their bytes, which is also their tag. So a server that is still running finds
 * either the bytes that it has told of, or none; and where a host serves the folder by itself, no path of the service
 * leads into it past the service.
 */
async function writeDocumentFolder(folder: string, documents: readonly GatheredDocument[]): Promise<void> {
  const beside = `${folder}.${process.pid}.tmp`;
  await mkdir(dirname(folder), { recursive: true });
  try {
    await mkdir(beside);
    const listed = [];
    for (const document of documents) listed.push(await writeBodies(beside, document));
    await writeFile(join(beside, "documents.json"), `${JSON.stringify(listed, undefined, 2)}\n`);
    await rm(folder, { recursive: true, force: true });
    await rename(beside, folder);
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

async function writeBodies(folder: string, { pathname, content, headers }: GatheredDocument) {
  const forms = [];
  for (const { encoding, bytes } of await compressBody(content.body)) {
    const tag = digestBytes(bytes);
    await writeFile(join(folder, tag), bytes);
    forms.push({ encoding, tag, byteCount: bytes.length });
  }
  return { pathname, headers: { "Content-Type": content.mediaType, ...headers }, forms };
}

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
