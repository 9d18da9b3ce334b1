import type { PublisherEar } from "@trading-oms/feed/nats";
import type { Outcome } from "../command.ts";
import { reasonOf } from "./reason-of.ts";

/** Gives why nobody else may begin to publish; undefined where nobody does, as far as can be heard. */
export function refuseSecondPublisher({
  heard,
  failure,
}: Pick<PublisherEar, "heard" | "failure">): Outcome | undefined {
  const thrown = failure();
  if (thrown !== undefined) {
    const message = `NATS does not let us hear whether somebody publishes already (${reasonOf(thrown)}). With --take-over nobody is listened for.`;
    return { kind: "refused", code: "publisher-not-to-be-heard", message };
  }
  const others = heard();
  if (others.length === 0) return undefined;
  const names = others.map(
    ({ source, isSimulated }) => `${source}, whose prices are ${natureOf(isSimulated)}`,
  );
  const message = `Somebody publishes already: ${names.join("; ")}. Stop it first, or take its place with --take-over.`;
  return { kind: "refused", code: "publisher-there", message };
}

function natureOf(isSimulated: boolean): string {
  return isSimulated ? "played" : "real";
}
