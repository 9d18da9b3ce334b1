/** What the entries have in common: settings with defaults, a client by path, and calls that return data or throw. */
import type { Client as OpenapiClient } from "openapi-fetch";
import createOpenapiClient from "openapi-fetch";
import { type FetchResult, readAnswer, send } from "./send.ts";
import {
  type ChangeSettings,
  type ClientSettings,
  type Refresh,
  type ResolvedSettings,
  withDefaults,
} from "./settings.ts";
import { runtimeWorld } from "./world.ts";

/** A client of any entry, or settings. */
export type ClientSource = ClientSettings | OpenapiClient<never>;

/** A client by path, and a function that calls its methods and reads the answers. */
type Connection<Paths extends object> = {
  readonly api: OpenapiClient<Paths> & SettingsHolder;
  readonly run: Run<Paths>;
};

/** What every client has at run time: its settings, as a function, so that no log of a client shows the token. */
type SettingsHolder = { readonly settings: () => ResolvedSettings };

/** Calls an operation. `Data` is inferred from the return type of the method in the client. */
type Run<Paths> = <Data>(
  method: (path: never, init: never) => Promise<FetchResult>,
  path: keyof Paths,
  call?: ChangeSettings,
  init?: { readonly params?: object; readonly body?: object },
  list?: string,
) => Promise<Data>;

/**
 * Connects to the service of settings, or of a client, whose settings it shares, and so each refresh of the token.
 *
 * @throws TypeError if `baseUrl` is not acceptable.
 */
export function connect<Paths extends object>(source: ClientSource): Connection<Paths> {
  const settings =
    (source as Partial<SettingsHolder>).settings?.() ??
    withDefaults(
      { ...runtimeWorld, timeoutMs: 10_000, retries: 2, waitMsMax: 30_000, refresh: {} as Refresh },
      source as ClientSettings,
    );
  if (!/^https?:\/\/[^@]+$/.test(settings.baseUrl)) throw new TypeError("baseUrl is no http URL");
  /** Has the body read as text, and parses it in `readAnswer`, so that a bad body becomes an ApiError as well. */
  const run: Run<Paths> = async (method, path, call = {}, init, list) =>
    readAnswer(
      await method(
        path as never,
        {
          ...init,
          signal: call.signal,
          headers: {
            "Idempotency-Key": call.idempotencyKey,
            "Accept-Language": call.language ?? settings.language,
          },
          parseAs: "text",
          fetch: (request: Request): Promise<Response> => send(request, withDefaults(settings, call)),
        } as never,
      ),
      settings.now(),
      list,
    ) as never;
  return {
    api: {
      ...createOpenapiClient<Paths>({
        baseUrl: settings.baseUrl,
        fetch: (request) => send(request, settings),
      }),
      settings: () => settings,
    },
    run,
  };
}
