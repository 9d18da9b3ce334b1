/** What several views ask, each question once. */
import type { Account } from "@trading-oms/types/companion";
import type { AuditPage, DayMinutes, operations, Status } from "@trading-oms/types/operator";
import { createContext } from "preact";
import { useContext, useRef } from "preact/hooks";
import { api } from "./api.ts";
import { type Polled, usePoll } from "./poll.ts";

export type AuditQuery = NonNullable<operations["listAudit"]["parameters"]["query"]>;

/** What narrows and orders the list of calls. */
export type CallQuery = NonNullable<operations["listCalls"]["parameters"]["query"]>;

/** The state of the service and the figures of the desk, which the shell asks for all. */
export const DeskStatus = createContext<Polled<Status>>({ data: undefined, atMs: 0, failure: undefined });

/** Asks for it each second. */
export function usePolledStatus(): Polled<Status> {
  return usePoll(api.value.deskQueries.getStatus());
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
  const { operator, deskQueries } = api.value;
  const { queryKey } = deskQueries.listDayMinutes();
  const queryFn = async (call: { readonly signal: AbortSignal }): Promise<DayMinutes> => {
    const known = last.current;
    let day = await operator.listDayMinutes({ signal: call.signal, cursor: known?.nextCursor });
    const isOfOther = known !== undefined && known.startedAt !== day.startedAt;
    // Another server, or one that has started again, is asked for all.
    if (isOfOther) day = await operator.listDayMinutes({ signal: call.signal });
    const before = isOfOther ? [] : (known?.minutes.filter(({ time }) => time < known.nextCursor) ?? []);
    last.current = { ...day, minutes: [...before, ...day.minutes].slice(-minutesMax) };
    return last.current;
  };
  return usePoll({ queryKey, queryFn }, { everyMs: 5_000 }).data;
}

/** An account with its positions. */
export function useAccount(accountId: string): Polled<Account> {
  return usePoll(api.value.queries.getAccount(accountId));
}

/** Entries of an audit chain. */
export function useAudit(chain: string, query: AuditQuery): Polled<AuditPage> {
  return usePoll(api.value.deskQueries.listAudit(chain, query), { everyMs: 3_000 });
}
