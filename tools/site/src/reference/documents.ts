import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import {
  type DocumentEntry,
  documents,
  type Fields,
  isFields,
  kebab,
  printFault,
  readDocument,
  readExamples,
} from "@trading-oms/spec";
import { renderPageDocument } from "./page-document.ts";
import type { Gathered } from "./write-folder.ts";

type Gathering =
  | { readonly kind: "gathered"; readonly title: string; readonly documents: readonly Gathered[] }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** What differs between a page of a server, of `pnpm dev` and of the documentation site. */
type PageOptions = {
  readonly followsChanges?: boolean;
  /** The server that requests go to, for a page that another host serves. */
  readonly baseServerURL?: string;
  /** Where a link above the page leads, and its words. */
  readonly back?: { readonly href: string; readonly words: string };
  /** Whether the page offers to send requests, to invented accounts. Elsewhere it is no place to enter a token. */
  readonly canSend?: boolean;
  /** Stands on the page before the description of each document, in Markdown. */
  readonly note?: string;
  /** The documents to collect; all, if omitted. */
  readonly isShown?: (entry: DocumentEntry) => boolean;
};

/** Collects everything to serve for the documents in a folder: their texts, their page, and the examples beside them. */
export async function gatherDocuments(folder: string, options: PageOptions = {}): Promise<Gathering> {
  const shown = documents.filter(options.isShown ?? (() => true));
  const hidden = documents.filter((entry) => !shown.includes(entry));
  const files = await readExamples(join(folder, "examples"));
  const examples = files
    .filter(({ path }) => exampleName.test(path) && !hidden.some(({ name }) => path.startsWith(`${name}/`)))
    .map((example) => gathered(`/examples/${example.path}`, json, example.text));
  const faults: string[] = [];
  const texts: Gathered[] = [];
  const sources: PageSource[] = [];
  for (const { name, file } of shown) {
    const path = join(folder, file);
    const shownPath = relative(process.cwd(), path);
    const reading = await readDocument(path);
    if (reading.kind === "faulty") {
      faults.push(...reading.faults.map((fault) => printFault({ ...fault, path: shownPath })));
      continue;
    }
    const { document, text } = reading;
    const missing = listExampleNames(document).filter(
      (example) => !examples.some(({ pathname }) => pathname === `/${example}`),
    );
    faults.push(
      ...missing.map((example) => `${shownPath} names ${example}, and there is no such file beside it.`),
    );
    const jsonPath = `/${file.replace(/yaml$/, "json")}`;
    const pagePath = `/docs${jsonPath}`;
    const exampleOf = (id: string, example: string): string | undefined =>
      files.find((each) => each.path === `${name}/${kebab(id)}/${example}`)?.text;
    sources.push({ slug: name, title: titleOf(document), url: pagePath });
    texts.push(
      gathered(pagePath, json, renderPageDocument(document, { exampleOf, note: noteOf(file, options) })),
      gathered(jsonPath, json, JSON.stringify(document)),
      gathered(`/${file}`, "application/yaml; charset=utf-8", text),
    );
  }
  if (faults.length > 0) return { kind: "faulty", faults };
  const title = sources[0]?.title ?? "";
  return {
    kind: "gathered",
    title,
    documents: [
      { ...gathered("/docs", "text/html; charset=utf-8", renderPage(title, options)), headers: guardHeaders },
      gathered("/docs/scalar.js", script, await readPageScript()),
      gathered("/docs/start.js", script, renderStartScript(sources, options)),
      gathered("/docs/icon.svg", "image/svg+xml", icon),
      ...texts,
      ...examples,
    ],
  };
}

/** Where the document itself is, and what else the page's reader has to know. */
function noteOf(file: string, { note }: PageOptions): string {
  const jsonFile = file.replace(/yaml$/, "json");
  return [
    `As a file: [${file}](/${file}), [${jsonFile}](/${jsonFile}).`,
    ...(note === undefined ? [] : [note]),
  ].join("\n\n");
}

/** A document that the page shows: its place there, its title, and the path of the page's copy. */
type PageSource = { readonly slug: string; readonly title: string; readonly url: string };

const json = "application/json; charset=utf-8";
const script = "text/javascript; charset=utf-8";

function gathered(pathname: string, mediaType: string, text: string): Gathered {
  return { pathname, mediaType, body: Buffer.from(text), headers: {} };
}

/** Excludes hidden files and files of other tools. */
const exampleName = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*\.json$/;

/** Lists the example files that a document names, each once, such as `examples/errors/404.json`. */
export function listExampleNames(document: unknown): readonly string[] {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    if (!isFields(value)) return;
    const { externalValue, ...members } = value;
    if (typeof externalValue === "string") names.add(externalValue);
    Object.values(members).forEach(collect);
  };
  collect(document);
  return [...names].sort();
}

function titleOf({ info }: Fields): string {
  const { title, version } = isFields(info) ? info : {};
  return `${title} ${version}`;
}

/**
 * The content security policy of the page: it may load from and talk to its own origin only.
 *
 * Inline styles are allowed, because Scalar sets style attributes, which no nonce or hash can allow. Its icons are
 * data: URLs.
 */
const guardHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
};

/** The HTML of the page. All scripts are files, so that the policy needs no exception for inline scripts. */
function renderPage(title: string, { canSend = false }: PageOptions): string {
  const escaped = title.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped}</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
    <style>${headerStyle}</style>
    <script src="/docs/start.js" defer></script>
    <script src="/docs/scalar.js" defer></script>
  </head>
  <body>
    <nav id="documents" aria-label="Documents"></nav>
    <div id="reference"${canSend ? " data-can-send" : ""}></div>
    <noscript>
      <p>This page is drawn by a script. The document itself is at <a href="/openapi.yaml">/openapi.yaml</a>.</p>
    </noscript>
  </body>
</html>
`;
}

/** Scalar leaves room for a header of this height. Its own colours have too little contrast. */
const headerStyle = `
      :root { --scalar-custom-header-height: 40px }
      body.light-mode { --scalar-color-2: #636363; --scalar-color-3: #6b6b6b; --scalar-color-blue: #0068a8; --scalar-color-green: #046c49;
        --scalar-color-orange: #b83e00; --scalar-color-red: #c50005 }
      body.dark-mode { --scalar-color-3: #979797 }
      body .hljs-comment { color: #979797 !important }
      #documents { position: sticky; top: 0; z-index: 10; display: flex; gap: 20px; height: 40px; padding: 0 24px; overflow-x: auto;
        border-bottom: 1px solid var(--scalar-border-color); background: var(--scalar-background-1);
        font: 14px/40px sans-serif; white-space: nowrap }
      #documents a { color: var(--scalar-color-2); text-decoration: none }
      #documents a:hover { color: var(--scalar-color-1); text-decoration: underline }
      #documents a[aria-current] { color: var(--scalar-color-1); font-weight: 600 }
    `;

/** A favicon; without one, browsers request /favicon.ico and report it missing. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0f766e"/>
  <path d="M7 21l6-7 5 4 7-9" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/>
</svg>
`;

/** The configuration of Scalar. */
const configuration = {
  layout: "modern",
  theme: "default",
  // Nothing leaves this machine: no fonts, telemetry, proxy, assistant or sharing.
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  // The samples of the documents alone, which are run by tests.
  hiddenClients: true,
  // The document is short enough to be expanded.
  showOperationId: true,
  defaultOpenAllTags: true,
  modelsSectionLabel: "Schemas",
  orderSchemaPropertiesBy: "preserve",
  orderRequiredPropertiesFirst: false,
  // It would download the page's copy.
  documentDownloadType: "none",
};

/**
 * The script that starts Scalar; the page loads it before Scalar's own.
 *
 * Requests are sent only where the page says so. The greeting of the demonstration has an address with a token, which this tab
 * keeps, and which the address loses before Scalar takes it for a place in the document.
 */
function renderStartScript(
  sources: readonly PageSource[],
  { followsChanges = false, baseServerURL, back }: PageOptions,
): string {
  // Zod, inside Scalar, otherwise probes whether it may compile code, which the policy forbids. Examples are named
  // relative to the document and need its absolute URL.
  const start = `globalThis.__zod_globalConfig = { jitless: true };
const configuration = ${JSON.stringify({ ...configuration, baseServerURL }, undefined, 2)};
const canSend = "canSend" in document.querySelector("#reference").dataset;
configuration.hideTestRequestButton = !canSend;
const given = /^#token=([\\w.~+/=-]+)$/.exec(location.hash)?.[1];
if (location.hash.startsWith("#token=")) history.replaceState(null, "", location.pathname + location.search);
if (canSend) {
  if (given !== undefined) sessionStorage.setItem("reference-token", given);
  const token = sessionStorage.getItem("reference-token") ?? "";
  configuration.authentication = { preferredSecurityScheme: "bearer", securitySchemes: { bearer: { token } } };
  addEventListener("hashchange", () => location.hash.startsWith("#token=") && location.reload());
}
const back = ${JSON.stringify(back ?? null)};
const sources = ${JSON.stringify(sources, undefined, 2)}
  .map((source) => ({ ...source, url: new URL(source.url, location.origin).href }));
const asked = new URLSearchParams(location.search).get("api");
const shown = sources.find(({ slug }) => slug === asked) ?? sources[0];
configuration.sources = [shown];
/** The documents side by side, after the way back. */
function listDocuments() {
  const links = sources.map(({ slug, title }) => ({ href: "?api=" + slug, words: title, isShown: slug === shown.slug }));
  for (const { href, words, isShown } of back === null ? links : [back, ...links]) {
    const link = Object.assign(document.createElement("a"), { href, textContent: words });
    if (isShown) link.setAttribute("aria-current", "page");
    document.querySelector("#documents").append(link);
  }
}
addEventListener("DOMContentLoaded", () => {
  listDocuments();
  Scalar.createApiReference("#reference", configuration);
});
`;
  const follow = 'new EventSource("/changes").addEventListener("change", () => location.reload());\n';
  return followsChanges ? start + follow : start;
}

/**
 * Scalar's browser build, which its package does not export.
 *
 * Version 1.72.1 treats `application/problem+json` as `application/json`: in a response with both, the example of the
 * problem is shown under the other type. The patch adds the type to the list of types that are left alone.
 */
async function readPageScript(): Promise<string> {
  const main = createRequire(import.meta.url).resolve("@scalar/api-reference");
  const text = await readFile(join(dirname(main), "browser/standalone.js"), "utf8");
  const typesLeftAlone = "(?!.*vnd\\.|fhir\\+";
  if (text.split(typesLeftAlone).length !== 2) {
    throw new Error("Scalar's script has changed; see whether it still takes problem+json for json.");
  }
  return text.replace(typesLeftAlone, () => `${typesLeftAlone}|problem\\+`);
}
