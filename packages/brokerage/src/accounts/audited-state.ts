import type { Services } from "../services.ts";
import type { AuditEntry } from "./audit.ts";

export type VerifyServices = Pick<Services, "store" | "hash" | "yieldToEventLoop">;

/** What the entries of a chain explain, rebuilt from them. */
export type AuditedState = {
  /** Follows the next entry. Returns why it does not fit those before it. */
  readonly apply: (entry: AuditEntry) => string | undefined;
  /** What the account, as it was read before the entries, has otherwise than they say. */
  readonly findMismatch?: () => string | undefined;
  /** The same of rows that are read after the entries, so that later changes may be among them. */
  readonly findMismatchInStore: (services: VerifyServices) => Promise<string | undefined>;
};
