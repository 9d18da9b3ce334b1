import type { Algorithm, Jwks } from "@trading-oms/access";
import type { D1Binding } from "@trading-oms/store/d1";
import type { LogLevel } from "../../log.ts";

/** Where the keys come from that tokens are judged by. */
export type KeysFrom =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "text"; readonly jwks: Jwks };

/** All that the Worker is told by its configuration, read once an isolate. */
export type Settings = {
  readonly database: D1Binding;
  readonly keysFrom: KeysFrom;
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly Algorithm[];
  readonly corsOrigins: ReadonlySet<string>;
  /** Undefined counts nothing. */
  readonly userRequestsMax: number | undefined;
  /** Undefined counts nothing. */
  readonly addressRequestsMax: number | undefined;
  readonly logLevel: LogLevel;
};
