export { type NatsFeed, type NatsFeedEvent, openNatsFeed } from "./nats-feed.ts";
export { type LinkEvent, natsSubjects } from "./nats-link.ts";
export { listenToPublishers, openNatsPublisher, type PublisherListener } from "./nats-publisher.ts";
