import type { CardImages, CardReading, FieldName } from "@trading-oms/id-card";
import type { ReadCard } from "./card-outcome.ts";
import type { Issue } from "./failure.ts";
import type { Caller, Reply } from "./operation.ts";
import { isWholeCard, sayCardError, sayLateCard } from "./say-card-error.ts";
import type { ImageUrls, ServerServices } from "./server-services.ts";

/** What is answered of a card: what was read of it, what is in the way of the rest, and links where images are kept. */
export type CardBody = {
  readonly success: boolean;
  readonly data: Partial<Record<FieldName | "address", string>>;
  readonly error?: string;
  readonly imageUrls?: ImageUrls;
};

/** Reads a card, and answers what became of that. */
export async function answerCard(
  images: CardImages,
  caller: Caller,
  services: ServerServices,
): Promise<Reply<CardBody>> {
  const outcome = (await services.readCard?.(images)) ?? { kind: "busy" };
  if (outcome.kind === "busy") return { failure: { code: "cards-queue-full" } };
  if (outcome.kind === "late") return { body: { success: false, data: {}, error: sayLateCard() } };
  if (outcome.kind === "broke-off" || outcome.kind === "away") {
    const isAway = outcome.kind === "away";
    tell(isAway ? "images not decoded" : "a card broke off", services, caller, outcome.thrown);
    return { failure: { code: isAway ? "cards-away" : "card-broke-off" } };
  }
  const issues = outcome.kind === "read" ? listBroken(outcome.reading) : [brokenPortrait];
  if (outcome.kind !== "read" || issues.length > 0) return { failure: { code: "invalid-request", issues } };
  const { reading } = outcome;
  const success = isWholeCard(reading);
  return {
    body: {
      success,
      data: dataOf(reading),
      ...(await keep(outcome, caller, services)),
      ...(success ? {} : { error: sayCardError(reading) }),
    },
  };
}

function dataOf({ fields }: CardReading): Partial<Record<FieldName | "address", string>> {
  const data: Partial<Record<FieldName | "address", string>> = {};
  for (const [name, field] of Object.entries(fields)) data[name as FieldName] = field.value;
  if (data.placeOfResidence !== undefined) data.address = data.placeOfResidence;
  return data;
}

/** An image that begins as one and can't be decoded is none, and whoever sent it is told so as of any other. */
function listBroken({ problems }: CardReading): readonly Issue[] {
  return problems
    .filter(({ code }) => code === "not-decodable")
    .map(({ side, says }) => ({ field: side === "front" ? "frontImage" : "backImage", message: says }));
}

const brokenPortrait: Issue = {
  field: "portraitImage",
  message: "the image is damaged and cannot be decoded; send it again",
};

/** Links where images are kept; a store of images that is away costs the links and not the reading. */
async function keep(
  card: ReadCard,
  { requestId }: Caller,
  { keepImages, log }: ServerServices,
): Promise<{ readonly imageUrls?: ImageUrls }> {
  if (keepImages === undefined) return {};
  try {
    return await keepImages(card, requestId);
  } catch (thrown) {
    log({ level: "error", event: "images not kept", requestId, operation: "parseIdCard", thrown });
    return {};
  }
}

function tell(event: string, { log }: ServerServices, { requestId }: Caller, thrown: unknown): void {
  log({ level: "error", event, requestId, operation: "parseIdCard", thrown });
}
