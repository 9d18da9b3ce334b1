export { StoreFault, type StoreFaultCode } from "../store-fault.ts";
export type { D1Binding, D1Result, D1Statement } from "./d1-binding.ts";
export { openD1Store } from "./open-d1-store.ts";
