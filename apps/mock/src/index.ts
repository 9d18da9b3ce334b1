/** The Trading OMS itself within a test or a page, for the `fetch` option of a client. Nothing leaves the process. */
export type { Broker, BrokerOptions, CardFields, FailedStatus } from "./broker.ts";
export { createBroker } from "./create-broker.ts";
