import { routes } from "@trading-oms/contract";
import type { CardImages, CardReading, FieldName } from "@trading-oms/id-card";
import type { Issue } from "../../http/failures.ts";
import { type Caller, operationOnLargeBody, type Reply } from "../../http/operation.ts";
import type { ImageUrls, ReadCard, ServerServices } from "../../services.ts";
import { takeCardImages } from "./images.ts";
import { isWholeCard, sayCardError, sayLateCard } from "./messages.ts";

const route = routes.parseIdCard;

/** Reads the photographs of a card; a doubtful number is no field of a reading, so that it can't be sent. */
export const parseIdCard = operationOnLargeBody(
  route,
  (bytes) => takeCardImages(route.request.body.content["application/json"].schema, bytes),
  answerCard,
  {
    bodyBytesMax: 33_000_000,
    alsoAt: ["/api/v2/chat/api/v2/chat/api/id-card"],
    judgeServices: ({ readCard }) => (readCard === undefined ? { code: "cards-not-read-here" } : undefined),
  },
);

/** What is answered of a card: what was read of it, what is in the way of the rest, and links where images are kept. */
type CardBody = {
  readonly success: boolean;
  readonly data: Partial<Record<FieldName | "address", string>>;
  readonly error?: string;
  readonly imageUrls?: ImageUrls;
};

/** Reads a card, and answers what became of that. */
async function answerCard(
  images: CardImages,
  caller: Caller,
  services: ServerServices,
): Promise<Reply<CardBody>> {
  const outcome = (await services.readCard?.(images)) ?? { kind: "busy" };
  if (outcome.kind === "busy") return { failure: { code: "cards-queue-full" } };
  if (outcome.kind === "late") return { body: { success: false, data: {}, error: sayLateCard() } };
  if (outcome.kind === "broke-off") {
    tellBreakOff(services, caller, outcome.thrown);
    return { failure: { code: "card-broke-off" } };
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

function tellBreakOff({ log }: ServerServices, { requestId }: Caller, thrown: unknown): void {
  log({ level: "error", event: "a card broke off", requestId, operation: "parseIdCard", thrown });
}
