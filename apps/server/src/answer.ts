import type { TokenFault } from "@trading-oms/access";

/** An answer before it has the headers that every answer has. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** Why a token was refused, for the log alone. */
  readonly reason?: TokenFault;
};
