export { StoreFault, type StoreFaultCode } from "../store-fault.ts";
export { commitStatement, type NamedStatement } from "./commit-statement.ts";
export type { AloneConnectionSettings } from "./connect-alone.ts";
export { connectForRequests, type RequestConnections } from "./connect-for-requests.ts";
export { TextsQuery, type TextsQuestion } from "./texts-query.ts";
