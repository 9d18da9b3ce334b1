export { ApiError, type ApiErrorFields, type ApiErrorKind } from "./api-error.ts";
export { type Client, createClient, type IdCardImages, type ImageSource } from "./create-client.ts";
export type { CallSettings, ClientSettings, RequestNote, ResponseNote, TokenSource } from "./settings.ts";
export type { World } from "./world.ts";
