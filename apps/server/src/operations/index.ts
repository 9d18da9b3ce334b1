export { getMarginRatio } from "./get-margin-ratio.ts";
export { listNotifications } from "./list-notifications.ts";
