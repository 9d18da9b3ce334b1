/** What several views ask, each question once. */
import type { Account } from "@trading-oms/types/companion";
import type { AuditPage, paths, Status } from "@trading-oms/types/operator";
import { api } from "./api.ts";
import { type Polled, usePoll } from "./poll.ts";

export type AuditQuery = NonNullable<paths["/operator/v0/audits/{chain}"]["get"]["parameters"]["query"]>;

/** The state of the service and the figures of the desk. */
export function useStatus(everyMs = 1_000): Polled<Status> {
  return usePoll("status", (request) => api.value.operator.GET("/operator/v0/status", request), { everyMs });
}

/** An account with its positions. */
export function useAccount(accountId: string): Polled<Account> {
  return usePoll(`account ${accountId}`, (request) =>
    api.value.companion.GET("/companion/v0/accounts/{accountId}", {
      ...request,
      params: { path: { accountId } },
    }),
  );
}

/** Entries of an audit chain. */
export function useAudit(chain: string, query: AuditQuery): Polled<AuditPage> {
  return usePoll(
    `audit ${chain} ${JSON.stringify(query)}`,
    (request) =>
      api.value.operator.GET("/operator/v0/audits/{chain}", {
        ...request,
        params: { path: { chain }, query },
      }),
    { everyMs: 3_000 },
  );
}
