export { ApiError, createClient } from "@trading-oms/client";
