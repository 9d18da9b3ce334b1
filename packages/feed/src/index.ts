export { createProcessFeed } from "./create-process-feed.ts";
export type { FeedCounts } from "./follow/feed-counts.ts";
export { type NatsServers, readNatsServers } from "./nats/read-nats-servers.ts";
export { type BadReason, badReasons } from "./wire/checks.ts";
export { readMessage, renderMessage } from "./wire/message.ts";
