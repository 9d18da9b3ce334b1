/** What several views ask, each question once. */

import type { Account } from "@trading-oms/types/companion";
import type { AuditPage, DayMinutes, paths, Status } from "@trading-oms/types/operator";
import { createContext } from "preact";
import { useContext, useRef } from "preact/hooks";
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

/** As many as a server keeps. */
const minutesMax = 600;

/** The figures by minutes since the server started. After the first answer only what follows the cursor is asked. */
export function useDayMinutes(): DayMinutes | undefined {
  const last = useRef<DayMinutes>(undefined);
  const path = "/operator/v0/minutes";
  const polled = usePoll(
    "minutes",
    async (request) => {
      const known = last.current;
      const { operator } = api.value;
      const params = { query: known === undefined ? {} : { cursor: known.nextCursor } };
      let answer = await operator.GET(path, { params, ...request });
      const isOfOther = known !== undefined && known.startedAt !== answer.data?.startedAt;
      // Another server, or one that has started again, is asked for all.
      if (answer.data !== undefined && isOfOther)
        answer = await operator.GET(path, { signal: request.signal });
      const { data } = answer;
      if (data === undefined) return answer;
      const before = isOfOther ? [] : (known?.minutes.filter(({ time }) => time < known.nextCursor) ?? []);
      last.current = { ...data, minutes: [...before, ...data.minutes].slice(-minutesMax) };
      return { ...answer, data: last.current };
    },
    { everyMs: 5_000 },
  );
  return polled.data;
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
