export { ApiError, createClient, toApiError } from "@trading-oms/client";
export { live } from "@trading-oms/client/live";
