import type { Algorithm } from "@trading-oms/access";
import type { LogLevel } from "../../log.ts";
import type { FeedSettings } from "./feed-settings.ts";
import type { ImageSettings } from "./image-settings.ts";

/** Where the keys come from that tokens are judged by. */
export type KeysFrom =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly path: string }
  /** Keys of the demonstration, made in the data folder. */
  | { readonly kind: "own"; readonly folder: string };

/** Where traces go, and which of them. */
export type TracingSettings = {
  readonly endpoint: string;
  /** Sent along, with what opens the endpoint. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of the traces that begin here, 0 to 1. */
  readonly ratio: number;
};

/** All that the server is told from outside, read once. */
export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly connectionCountMax: number;
  /** A replica that pages of notifications are read from. */
  readonly readUrl: string | undefined;
  /** Whether this process watches positions; where several do they share them. */
  readonly isWatching: boolean;
  readonly feed: FeedSettings;
  readonly keysFrom: KeysFrom;
  /** What a token has to carry, and how it has to be signed. */
  readonly tokens: {
    readonly issuer: string;
    readonly audience: string;
    readonly algorithms: readonly Algorithm[];
  };
  readonly corsOrigins: ReadonlySet<string>;
  /** Undefined counts nothing. */
  readonly userRequestsMax: number | undefined;
  /** Undefined counts nothing. */
  readonly addressRequestsMax: number | undefined;
  /** Undefined counts nothing. */
  readonly cardRequestsMax: number | undefined;
  /** How many identity cards are read at a time, and how many wait. */
  readonly cards: { readonly workerCountMax: number; readonly waitingCountMax: number };
  /** What Workers prove themselves by that forward cards; undefined takes none. */
  readonly cardReaderSecret: string | undefined;
  /** Undefined keeps no image. */
  readonly images: ImageSettings | undefined;
  /** How many proxies stand between a caller and this process, each of which says where a request came from. */
  readonly trustedProxyCount: number;
  readonly logLevel: LogLevel;
  readonly drainDelayMs: number;
  readonly shutdownTimeoutMs: number;
  readonly tracing: TracingSettings | undefined;
};
