export { StoreFault } from "../store-fault.ts";
export { connectForRequests, type RequestConnections } from "./connect-for-requests.ts";
export { type NamedStatement, PipelinedQuery } from "./pipelined-query.ts";
