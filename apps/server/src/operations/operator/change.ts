/** What changes by operators have in common: whose account it is, who makes it, under which key, and what it may not do. */
import { isVisibleText } from "@trading-oms/access";
import {
  type Actor,
  findAccountKey,
  type Idempotency,
  reservedUserId,
  type TextLanguage,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import type { Context } from "hono";
import { Refusal } from "../../http/errors.ts";
import { languageOf, unlessRefused } from "../../http/operation.ts";
import type { AppEnv } from "../../http/request-context.ts";
import type { DeskServices, TradingServices } from "../../services.ts";

export async function readOwnedKey(
  services: Pick<TradingServices, "store">,
  accountId: string,
): Promise<AccountKey> {
  return unlessRefused(await findAccountKey(services, accountId));
}

/** Who makes a change, for which request, and how a repeat of it is known. */
type Order = {
  readonly actor: Actor;
  readonly requestId: string;
  readonly language: TextLanguage;
  readonly idempotency: Idempotency | undefined;
};

/** Reads who makes a change. `asked` are the parameters and the body as parsed, so that 5.0 and 5 are the same body. */
export async function readOrder(
  { hash }: Pick<TradingServices, "hash">,
  c: Context<AppEnv>,
  ...asked: readonly object[]
): Promise<Order> {
  checkVisible(Object.assign({}, ...asked));
  const name = c.get("userId");
  const key = c.req.header("Idempotency-Key");
  const fingerprint = await hash(JSON.stringify([c.get("operation"), ...asked]));
  return {
    actor: { kind: "operator", name },
    requestId: c.get("requestId"),
    language: languageOf(c.req.header("accept-language")),
    // Of the reserved user, so that a key acts once on accounts of all owners. A key has no space, so that no two operators share one.
    idempotency:
      key === undefined ? undefined : { key: `${name} ${key}`, userId: reservedUserId, fingerprint },
  };
}

/** Refuses a reason or note that shows nothing, or hides a character beyond U+FFFF, which patterns of documents can't list. */
function checkVisible({ reason, note }: { readonly reason?: string; readonly note?: string }): void {
  const issues = Object.entries({ reason, note })
    .filter(([, text = ""]) => text !== "" && !isVisibleText(text))
    .map(([field]) => ({ field, message: "has to be visible characters on one line" }));
  if (issues.length > 0) throw new Refusal({ code: "invalid_request", issues });
}

/** Shows a change, of an account if `key` is given, to who has made it on the pages that are asked after its answer. */
export async function showChange(
  { callDesk }: DeskServices,
  c: Context<AppEnv>,
  key?: AccountKey,
): Promise<void> {
  // The change is made, and a desk that can't read it now follows it later.
  if (key !== undefined) await callDesk?.projection.read(key).catch(() => {});
  callDesk?.shared.noteAct(c.get("userId"));
}
