/**
 * A client for the Trading OMS: typed calls, one error class, safe retries, paging. It runs on Node 22.12 and later, browsers,
 * Workers, Bun, Deno and React Native.
 *
 * @example
 * ```ts
 * import { ApiError, createClient } from "@trading-oms/client";
 *
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", token: "test-token" });
 * try {
 *   const { marginRatio } = await client.getMarginRatio("FPT");
 *   console.log(marginRatio);
 * } catch (failure) {
 *   if (!(failure instanceof ApiError)) throw failure;
 *   console.log(failure.kind, failure.message);
 * }
 * ```
 *
 * @packageDocumentation
 */
export { ApiError, type ApiErrorFields, type ApiErrorKind } from "./api-error.ts";
export type { ImageSource, WithBytes } from "./encode-bytes.ts";
export { type FetchResult, toApiError } from "./send.ts";
export type {
  CallSettings,
  ChangeSettings,
  ClientSettings,
  RequestNote,
  ResponseNote,
  TokenFunction,
  TokenSource,
} from "./settings.ts";
export { type Client, createClient, type SetCoveredMarginCallRefusal } from "./specified.gen.ts";
export type { World } from "./world.ts";
