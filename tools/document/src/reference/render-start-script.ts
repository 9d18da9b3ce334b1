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
