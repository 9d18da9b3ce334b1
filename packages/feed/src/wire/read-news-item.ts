import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { BadReason } from "./bad-reasons.ts";
import { readTimeNumber } from "./read-number.ts";
import { isTitleText, isUrlText } from "./read-text.ts";

type NewsItem = Extract<FeedMessage, { readonly kind: "news" }>["item"];

/** Reads a piece of news, or tells what is wrong with it. */
export function readNewsItem(value: unknown): NewsItem | BadReason {
  if (typeof value !== "object" || value === null) return "value";
  const { title, publishedAtMs, url } = value as { title?: unknown; publishedAtMs?: unknown; url?: unknown };
  if (!isTitleText(title)) return "text";
  const readAtMs = readTimeNumber(publishedAtMs);
  if (readAtMs === undefined) return "time";
  if (url === undefined || url === null) return { title, publishedAtMs: readAtMs };
  return isUrlText(url) ? { title, publishedAtMs: readAtMs, url } : "text";
}
