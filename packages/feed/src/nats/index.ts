export {
  type NatsFeed,
  type NatsFeedEvent,
  type NatsFeedOptions,
  openNatsFeed,
} from "./nats-feed.ts";
export { type LinkEvent, type NatsSubjects, natsSubjects } from "./nats-link.ts";
export {
  type HeardPublisher,
  type ListeningOptions,
  listenToPublishers,
  type NatsPublisher,
  type NatsPublisherOptions,
  openNatsPublisher,
  type PublisherEar,
} from "./nats-publisher.ts";
