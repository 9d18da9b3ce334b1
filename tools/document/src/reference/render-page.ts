/** What the page's frame depends on. */
export type PageFacts = {
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
