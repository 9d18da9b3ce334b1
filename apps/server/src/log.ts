import type { TokenFault } from "@trading-oms/access";
import type { StoreErrorCode } from "@trading-oms/brokerage/ports";

/** How much is said: `error` is what nobody expected, `info` tells each request. */
export type LogLevel = "error" | "warn" | "info";

/**
 * Everything that a line of the log may hold. What is not listed can't be written: no user, no account, no address, no
 * path, no body, so that personal data has no way in.
 */
export type LogEntry = {
  readonly level: LogLevel;
  /** What happened, in a few words that never change. */
  readonly event: string;
  readonly requestId?: string | undefined;
  readonly traceId?: string | undefined;
  /** The operation's id of the document, or what else was asked for by a name of ours. */
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  /** Why a token was refused or the store failed, which the answer says less exactly. */
  readonly reason?: TokenFault | StoreErrorCode | undefined;
  readonly durationMs?: number | undefined;
  /** What was thrown, for the log alone, which never tells its message. */
  readonly thrown?: unknown;
  /** Where the server listens, what engine it is on and the like; written by composition roots alone. */
  readonly notes?: Readonly<Record<string, string | number | boolean>> | undefined;
};

/** Takes an entry; the composition root says where it goes. */
export type Log = (entry: LogEntry) => void;
