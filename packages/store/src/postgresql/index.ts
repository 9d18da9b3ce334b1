export { StoreFault, type StoreFaultCode } from "../store-fault.ts";
export { commitStatement } from "./commit-statement.ts";
export {
  connectForRequests,
  type RequestConnections,
  type SingleConnectionSettings,
} from "./connect-for-requests.ts";
export { type NamedStatement, PipelinedQuery, type PipelinedStatement } from "./pipelined-query.ts";
