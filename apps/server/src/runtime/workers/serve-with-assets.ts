import { createApp } from "../../create-app.ts";
import type { Documents } from "../../documents.ts";
import type { ServerServices } from "../../server-services.ts";
import type { Environment } from "./environment.ts";
import type { Serve } from "./hand-over-cards.ts";
import { openAssets } from "./open-assets.ts";

/**
 * Serves the operations, and beside them the documents of ASSETS; those that were not to be had are looked for again when
 * something else than an operation is asked for.
 */
export async function serveWithAssets(
  services: Omit<ServerServices, "documents">,
  environment: Environment,
): Promise<Serve> {
  let documents: Documents | undefined;
  let serve: Serve;
  async function open(): Promise<void> {
    const found = await openAssets(environment, services.log);
    documents ??= found;
    serve = createApp(Object.assign(services, { documents: documents ?? new Map() })).fetch;
  }
  await open();
  return async (request) => {
    if (documents === undefined && !request.url.includes("/api/")) await open();
    return serve(request);
  };
}
