export { ApiError, createClient, toApiError } from "@trading-oms/client";
