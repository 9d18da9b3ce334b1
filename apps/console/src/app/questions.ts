/** What several views ask, each question once. */

import type { Account } from "@trading-oms/types/companion";
import type { AuditPage, paths, Status } from "@trading-oms/types/operator";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { api } from "./api.ts";
import { type Polled, usePoll } from "./poll.ts";

export type AuditQuery = NonNullable<paths["/operator/v0/audits/{chain}"]["get"]["parameters"]["query"]>;

/** The state of the service and the figures of the desk, which the shell asks for all. */
export const DeskStatus = createContext<Polled<Status>>({ data: undefined, atMs: 0, failure: undefined });

/** Asks for it each second. */
export function usePolledStatus(): Polled<Status> {
  return usePoll("status", (request) => api.value.operator.GET("/operator/v0/status", request));
}

/** Reads it. */
export function useStatus(): Polled<Status> {
  return useContext(DeskStatus);
}

/** An account with its positions. */
export function useAccount(accountId: string): Polled<Account> {
  const params = { path: { accountId } };
  return usePoll(`account ${accountId}`, (request) =>
    api.value.companion.GET("/companion/v0/accounts/{accountId}", { params, ...request }),
  );
}

/** Entries of an audit chain. */
export function useAudit(chain: string, query: AuditQuery): Polled<AuditPage> {
  const params = { path: { chain }, query };
  return usePoll(
    `audit ${JSON.stringify(params)}`,
    (request) => api.value.operator.GET("/operator/v0/audits/{chain}", { params, ...request }),
    { everyMs: 3_000 },
  );
}
