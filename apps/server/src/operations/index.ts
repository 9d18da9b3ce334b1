export { getMarginRatio } from "./get-margin-ratio/handler.ts";
export { listNotifications } from "./list-notifications/handler.ts";
export { parseIdCard } from "./parse-id-card/handler.ts";
export { searchSymbols } from "./search-symbols/handler.ts";
export { setCoveredMarginCall } from "./set-covered-margin-call/handler.ts";
