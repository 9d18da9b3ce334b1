import type { BrowserContext } from "playwright-core";

/** What a browser did and complained of; grows while it runs. */
export type PageRecord = {
  /** Every request with its status; 0 where there was no answer. */
  readonly requests: Map<string, number>;
  readonly complaints: string[];
};

/** Records every request, console error, page error and breach of the page's policy from here on. */
export async function recordPage(context: BrowserContext): Promise<PageRecord> {
  const requests = new Map<string, number>();
  const complaints: string[] = [];
  context.on("request", (request) => {
    if (!requests.has(request.url())) requests.set(request.url(), 0);
  });
  context.on("response", (response) => requests.set(response.url(), response.status()));
  context.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (webError) => complaints.push(`page: ${webError.error().message}`));
  await context.exposeFunction("reportBreach", (breach: string) => complaints.push(`policy: ${breach}`));
  await context.addInitScript(
    `addEventListener("securitypolicyviolation", (event) =>
       reportBreach(event.effectiveDirective + " refused " + event.blockedURI));`,
  );
  return { requests, complaints };
}
