import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { readExamples } from "../check-examples.ts";
import { printFault } from "../parse-yaml.ts";
import { readDocument } from "../read-document.ts";
import { type Fields, isFields } from "../walk-document.ts";

/** What is served at a path, and headers beyond its type. */
export type Gathered = {
  readonly pathname: string;
  readonly mediaType: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

type Gathering =
  | { readonly kind: "gathered"; readonly title: string; readonly documents: readonly Gathered[] }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** Gathers everything that is shown of a document: its bytes, its page, and the examples beside it. */
export async function gatherDocuments(path: string, followsChanges = false): Promise<Gathering> {
  const name = relative(process.cwd(), path);
  const reading = await readDocument(path);
  if (reading.kind === "faulty") {
    return { kind: "faulty", faults: reading.faults.map((fault) => printFault({ ...fault, path: name })) };
  }
  const { document, text } = reading;
  const examples = (await readExamples(join(dirname(path), "examples")))
    .filter((example) => exampleName.test(example.path))
    .map((example) => gathered(`/examples/${example.path}`, json, example.text));
  const missing = listExampleNames(document).filter(
    (example) => !examples.some(({ pathname }) => pathname === `/${example}`),
  );
  if (missing.length > 0) {
    const faults = missing.map((example) => `${name} names ${example}, and there is no such file beside it.`);
    return { kind: "faulty", faults };
  }
  const title = titleOf(document);
  return {
    kind: "gathered",
    title,
    documents: [
      { ...gathered("/docs", "text/html; charset=utf-8", renderPage(title)), headers: guardHeaders },
      gathered("/docs/scalar.js", script, await readPageScript()),
      gathered("/docs/start.js", script, renderStartScript(followsChanges)),
      gathered("/docs/icon.svg", "image/svg+xml", icon),
      gathered("/openapi.json", json, JSON.stringify(document)),
      gathered("/openapi.yaml", "application/yaml; charset=utf-8", text),
      ...examples,
    ],
  };
}

const json = "application/json; charset=utf-8";
const script = "text/javascript; charset=utf-8";

function gathered(pathname: string, mediaType: string, text: string): Gathered {
  return { pathname, mediaType, body: Buffer.from(text), headers: {} };
}

/** Neither hidden files nor those of other tools. */
const exampleName = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*\.json$/;

/** Lists the files that a document names as examples, each once, such as `examples/errors/404.json`. */
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
 * What a browser may do with the page: load from its own origin, and talk to it alone.
 *
 * Only styles may stand inline, because Scalar sets style attributes, which no nonce or hash can allow. Its pictures
 * for list marks and the like are data: addresses, which lead nowhere.
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

/** The page's frame. All script comes from own files, so that the policy needs no exception for inline code. */
function renderPage(title: string): string {
  const escaped = title.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped}</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
    <script src="/docs/start.js" defer></script>
    <script src="/docs/scalar.js" defer></script>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>
      <p>This page is drawn by a script. The document itself is at <a href="/openapi.yaml">/openapi.yaml</a>.</p>
    </noscript>
  </body>
</html>
`;
}

/** A small mark for the tab; without one a browser asks for /favicon.ico and reports that it is missing. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0f766e"/>
  <path d="M7 21l6-7 5 4 7-9" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/>
</svg>
`;

/** How Scalar shows the document, and what it must leave alone. */
const configuration = {
  layout: "modern",
  theme: "default",
  // The page stays on this machine: no fonts, telemetry, proxy, assistant or sharing from elsewhere.
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  // A call would need somebody's access token, and the page is no place to type one into.
  hideTestRequestButton: true,
  hideClientButton: true,
  // The document is short enough to be shown whole.
  showOperationId: true,
  defaultOpenAllTags: true,
  modelsSectionLabel: "Schemas",
  orderSchemaPropertiesBy: "preserve",
  orderRequiredPropertiesFirst: false,
  documentDownloadType: "direct",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
};

/** The script that starts Scalar; it stands before Scalar's own on the page. */
function renderStartScript(followsChanges: boolean): string {
  // Zod, inside Scalar, otherwise tries out whether it may compile code, which the page's policy refuses.
  // Examples are named relative to the document, and are only found where its own address is absolute.
  const start = `globalThis.__zod_globalConfig = { jitless: true };
const configuration = ${JSON.stringify(configuration, undefined, 2)};
configuration.url = new URL("/openapi.json", location.origin).href;
addEventListener("DOMContentLoaded", () => Scalar.createApiReference("#reference", configuration));
`;
  const follow = 'new EventSource("/changes").addEventListener("change", () => location.reload());\n';
  return followsChanges ? start + follow : start;
}

/**
 * Scalar's browser build, which its package exports no path to.
 *
 * As shipped, 1.72.1 takes `application/problem+json` for `application/json`, so that wherever a response has both, the
 * problem's example stands under the name of the other. Its list of types to leave alone gets one more.
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
