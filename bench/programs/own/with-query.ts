export { ApiError, createClient, toApiError } from "@trading-oms/client";
export { createQueries } from "@trading-oms/client/query";
