import { routes } from "@trading-oms/contract";
import { answerCard } from "../answer-card.ts";
import { operationOnLargeBody } from "../operation.ts";
import { takeCardImages } from "../take-card-images.ts";

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
