/** What the lists of the desk share: the projection once it is there, and tags of pages. */

import type { Context } from "hono";
import { Refusal } from "../../http/errors.ts";
import { matchesTag } from "../../http/middleware.ts";
import type { AppEnv } from "../../http/request-context.ts";
import type { CallDesk, DeskServices, SiteServices, TradingServices } from "../../services.ts";

/** The projection, which a starting server does not have yet, and one without its store has no longer. */
export function loadedDesk({ callDesk }: DeskServices): CallDesk {
  if (callDesk?.isCurrent() !== true) throw new Refusal({ code: "not_ready" });
  return callDesk;
}

/**
 * Tags an answer by what it is made from: for a list the version of the projection, the query and the form. Servers count versions each
 * for itself, so the instance is part of the tag.
 */
export async function tagAnswer(
  { hash, instanceId }: Pick<TradingServices, "hash"> & Pick<SiteServices, "instanceId">,
  c: Context<AppEnv>,
  ...madeFrom: readonly string[]
) {
  const digest = await hash(JSON.stringify([instanceId, ...madeFrom]));
  const etag = `"${digest.slice(0, 32)}"`;
  return {
    /** Besides those of a body. */
    headers: { "Cache-Control": "private, no-store", Vary: "Authorization, Accept", ETag: etag },
    /** Whether the caller has that answer already. */
    isKnown: matchesTag(c.req.header("if-none-match"), etag),
  };
}

export const jsonType = { "Content-Type": "application/json; charset=utf-8" } as const;
