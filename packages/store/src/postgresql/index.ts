export { StoreFault, type StoreFaultCode } from "../store-fault.ts";
export { commitStatement } from "./commit-statement.ts";
export {
  type AloneConnectionSettings,
  connectForRequests,
  type RequestConnections,
} from "./connect-for-requests.ts";
export { type NamedStatement, TextsQuery, type TextsQuestion } from "./packets.ts";
