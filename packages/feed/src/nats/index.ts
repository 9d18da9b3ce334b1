export {
  type NatsFeed,
  type NatsFeedEvent,
  type NatsFeedOptions,
  openNatsFeed,
} from "./nats-feed.ts";
export { type LinkEvent, type NatsSubjects, natsSubjects } from "./nats-link.ts";
export {
  listenToPublishers,
  type NatsPublisher,
  type NatsPublisherOptions,
  openNatsPublisher,
  type PublisherListener,
  type PublisherListenerOptions,
  type SeenPublisher,
} from "./nats-publisher.ts";
