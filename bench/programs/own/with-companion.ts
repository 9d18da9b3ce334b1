export { ApiError, createClient, toApiError } from "@trading-oms/client";
export { createCompanion } from "@trading-oms/client/companion";
