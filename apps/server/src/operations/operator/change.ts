/** What changes by operators have in common: whose account it is, who makes it, under which key, and what it may not do. */
import {
  type Actor,
  findAccountKey,
  type Idempotency,
  type TextLanguage,
  type Refusal as UseCaseRefusal,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import type { Context } from "hono";
import { Refusal } from "../../http/errors.ts";
import { languageOf, renderCode } from "../../http/operation.ts";
import type { AppEnv } from "../../http/request-context.ts";
import type { TradingServices } from "../../services.ts";

/** The key of an account of any user. */
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
  key: string | undefined,
  ...asked: readonly object[]
): Promise<Order> {
  checkVisible(Object.assign({}, ...asked));
  const name = c.get("userId");
  const fingerprint = (): Promise<string> => hash(JSON.stringify([c.get("operation"), ...asked]));
  return {
    actor: { kind: "operator", name },
    requestId: c.get("requestId"),
    language: languageOf(c.req.header("accept-language")),
    // A key has no space, so that neither two operators nor an operator and the owner share one.
    idempotency: key === undefined ? undefined : { key: `${name} ${key}`, fingerprint: await fingerprint() },
  };
}

/** Refuses a reason or note that is blank or has control characters, because both are kept for ever and shown in tables. */
function checkVisible({ reason, note }: { readonly reason?: string; readonly note?: string }): void {
  const issues = Object.entries({ reason, note })
    .filter(([, text = ""]) => text !== "" && (text.trim() === "" || /\p{C}/u.test(text)))
    .map(([field]) => ({ field, message: "has to be visible characters on one line" }));
  if (issues.length > 0) throw new Refusal({ code: "invalid-request", issues });
}

/** Answers a refusal of a use case by the table of failures. What a rule refuses is an answer and not a refusal. */
export function unlessRefused<Answer extends object>(
  answer: Answer | UseCaseRefusal,
): Exclude<Answer, UseCaseRefusal> {
  if (!("kind" in answer) || answer.kind !== "refused") return answer as Exclude<Answer, UseCaseRefusal>;
  const { code } = answer as UseCaseRefusal;
  switch (code) {
    case "idempotency-key-reused":
    case "too-busy":
      throw new Refusal({ code });
    case "no-such-account":
      throw new Refusal({ code: "account-not-found" });
    case "no-such-position":
      throw new Refusal({ code: "position-not-found" });
    default:
      throw new Error(`An operator's change was refused in a way that has no answer: ${code}`);
  }
}

/** The status of an answer and, if it failed, its code. */
export function renderStatus(code: string | undefined): {
  readonly status: "success" | "failed";
  readonly code?: string;
} {
  return code === undefined ? { status: "success" } : { status: "failed", code: renderCode(code) };
}
