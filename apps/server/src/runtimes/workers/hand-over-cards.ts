import { cardPaths } from "../../operations/parse-id-card/handler.ts";
import type { Environment } from "./settings.ts";

/** What answers a request. */
export type Serve = (request: Request) => Response | Promise<Response>;

/** Hands the cards that are sent to the Worker that reads them, where one is bound for it. */
export function handOverCards(serve: Serve, { CARDS: cards }: Environment): Serve {
  if (cards === undefined) return serve;
  const paths: readonly string[] = cardPaths;
  return (request) =>
    request.method === "POST" && paths.includes(new URL(request.url).pathname)
      ? (cards as { readonly fetch: Serve }).fetch(request)
      : serve(request);
}
