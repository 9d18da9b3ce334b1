import type { MarginRatio, paths } from "@trading-oms/types";

export const ratio: MarginRatio = { symbol: "FPT", marginRatio: 0.5 };
export type Page = paths["/api/v1/notifications"]["get"]["responses"][200]["content"]["application/json"];
export const limitOf = (page: Page): number => page.limit;
