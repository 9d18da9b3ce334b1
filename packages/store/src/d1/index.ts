export { StoreFault, type StoreFaultCode } from "../store-fault.ts";
export { connectD1, type D1Access } from "./connect-d1.ts";
export type { D1Binding, D1Result, D1Statement } from "./d1-binding.ts";
export { joinD1Store } from "./join-d1-store.ts";
export { openD1Store } from "./open-d1-store.ts";
