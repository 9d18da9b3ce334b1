import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Bytes to be served: what they are, and a tag that changes with them. */
export type Content = { readonly mediaType: string; readonly body: Buffer; readonly tag: string };

/** Makes content of bytes. */
export function makeContent(mediaType: string, bytes: Buffer | string): Content {
  const body = typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes;
  return { mediaType, body, tag: digestBytes(body) };
}

/** A digest that tells bytes apart and may stand in a file name and in a header. */
export function digestBytes(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 40);
}

/** A small mark for the tab; without one a browser asks for /favicon.ico and reports that it is missing. */
export function drawIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0f766e"/>
  <path d="M7 21l6-7 5 4 7-9" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/>
</svg>
`;
}

/** The script that starts the reference; it stands before the reference's own script on the page. */
export function renderStartScript(): string {
  // Zod, inside the reference, otherwise tries out whether it may compile code, which the page's policy refuses.
  // Examples are named relative to the document, and are only found where its own address is absolute.
  return `globalThis.__zod_globalConfig = { jitless: true };
const configuration = ${JSON.stringify(configuration, undefined, 2)};
configuration.url = new URL("/openapi.json", location.origin).href;
addEventListener("DOMContentLoaded", () => Scalar.createApiReference("#reference", configuration));
`;
}

/** How the reference shows the document, and what it must leave alone. */
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

/** The script that reloads the page when the server says that the document has changed. */
export function renderFollowScript(): string {
  return `new EventSource("/changes").addEventListener("change", () => location.reload());\n`;
}

/** What the page's frame depends on. */
type PageFacts = {
  readonly title: string;
  readonly version: string;
  /** Whether the page reloads itself when the document changes. */
  readonly followsChanges: boolean;
};

/** The page's frame. All script comes from own files, so that the policy needs no exception for inline code. */
export function renderPage(facts: PageFacts): string {
  const title = escapeHtml([facts.title, facts.version].filter((part) => part !== "").join(" "));
  const follow = facts.followsChanges ? `\n    <script src="/docs/follow-changes.js" defer></script>` : "";
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
    <script src="/docs/start.js" defer></script>
    <script src="/docs/scalar.js" defer></script>${follow}
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Lets the reference tell `application/problem+json` from `application/json`.
 *
 * As shipped (1.72.1) it takes the first for a variant of the second, so that wherever a response has both, the
 * problem's example stands under the name of the other. Its list of types to leave alone gets one more. Where the
 * place is not found, or not once, the script stays as it is; a test and the check of the page then tell.
 */
export function mendPageScript(script: string): string {
  const parts = script.split(typesLeftAlone);
  return parts.length === 2 ? parts.join(`${typesLeftAlone}|problem\\+`) : script;
}

const typesLeftAlone = "(?!.*vnd\\.|fhir\\+";

/** Gives the script that draws the reference; read from disk when a page first asks for it, and once. */
export function loadPageScript(path: string): () => Promise<Content> {
  let loading: Promise<Content> | undefined;
  return () => {
    loading ??= readFile(path, "utf8").then((script) =>
      makeContent("text/javascript; charset=utf-8", mendPageScript(script)),
    );
    return loading;
  };
}
