export { StoreFault } from "../store-fault.ts";
export { connectD1, type D1Access } from "./connect-d1.ts";
export { conversionOfD1 } from "./convert-d1.ts";
export type { D1Binding } from "./database.ts";
export { openD1Store, openExistingD1Store } from "./open-d1-store.ts";
