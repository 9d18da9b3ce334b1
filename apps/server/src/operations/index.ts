export { getMarginRatio } from "./get-margin-ratio.ts";
export { listNotifications } from "./list-notifications.ts";
export { parseIdCard } from "./parse-id-card.ts";
export { searchSymbols } from "./search-symbols.ts";
export { setCoveredMarginCall } from "./set-covered-margin-call.ts";
