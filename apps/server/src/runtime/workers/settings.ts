import type { Algorithm, Jwks } from "@trading-oms/access";
import type { LogLevel } from "../../log.ts";
import type { OpenStore } from "./read-store.ts";

/** Where the keys come from that tokens are judged by. */
export type KeysFrom =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "text"; readonly jwks: Jwks };

/** All that the Worker is told by its configuration, read once an isolate. */
export type Settings = {
  readonly openStore: OpenStore;
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
