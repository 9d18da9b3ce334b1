export { createProcessFeed, type ProcessFeed } from "./create-process-feed.ts";
