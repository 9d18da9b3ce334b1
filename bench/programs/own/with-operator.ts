export { ApiError, createClient, toApiError } from "@trading-oms/client";
export { createOperator } from "@trading-oms/client/operator";
