export {
  type HeardPublisher,
  type ListeningOptions,
  listenToPublishers,
  type PublisherEar,
} from "./listen-to-publishers.ts";
export { type NatsSubjects, natsSubjects } from "./nats-subjects.ts";
export {
  type NatsFeed,
  type NatsFeedEvent,
  type NatsFeedOptions,
  openNatsFeed,
} from "./open-nats-feed.ts";
export type { LinkEvent } from "./open-nats-link.ts";
export {
  type NatsPublisher,
  type NatsPublisherOptions,
  openNatsPublisher,
} from "./open-nats-publisher.ts";
