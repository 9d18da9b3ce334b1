export { createProcessFeed, type ProcessFeed, type ProcessFeedOptions } from "./create-process-feed.ts";
export type { FeedCounts } from "./follow/feed-counts.ts";
export { type NatsServers, readNatsServers } from "./nats/read-nats-servers.ts";
export { type BadReason, badReasons } from "./wire/bad-reasons.ts";
export { readMessage } from "./wire/read-message.ts";
export { renderMessage } from "./wire/render-message.ts";
