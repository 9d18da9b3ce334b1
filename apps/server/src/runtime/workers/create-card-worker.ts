import type { CardImages } from "@trading-oms/id-card";
import {
  type EdgeModules,
  type ImagesBinding,
  judgeEdgeImage,
  openEdgeReader,
  shrinkByPlatform,
} from "@trading-oms/id-card/edge";
import type { Answer } from "../../answer.ts";
import { answerFailure } from "../../answer-failure.ts";
import { answerOperation, refuseFor, withAllowance } from "../../answer-operation.ts";
import { answerOtherMethods } from "../../answer-other-methods.ts";
import type { Asked } from "../../asked.ts";
import { makeBodyRoom } from "../../body-room.ts";
import type { Exchange } from "../../exchange.ts";
import type { Issue } from "../../failure.ts";
import type { LogLevel } from "../../log.ts";
import { makeResponder } from "../../make-responder.ts";
import type { Operation } from "../../operation.ts";
import { parseIdCard } from "../../operations/parse-id-card.ts";
import type { BodyRead } from "../../parse-json-body.ts";
import type { Repeat } from "../../read-body-bytes.ts";
import { renderTraceParent } from "../../render-trace-parent.ts";
import type { ServerServices } from "../../server-services.ts";
import { limitMinute } from "../limit-minute.ts";
import { listOf } from "../list-of.ts";
import { nameNetwork, widenNetwork } from "../name-network.ts";
import type { Worker } from "./create-worker.ts";
import type { Environment } from "./environment.ts";
import { type CardReader, forwardCard, readCardReader, readerVariables } from "./forward-cards.ts";
import { type Frame, gatherFrame } from "./gather-frame.ts";
import { judgeLimiters } from "./judge-limiters.ts";
import { type ImageSettings, imageVariables, keepImages, readImageSettings } from "./kept-images.ts";
import { limitTogether } from "./limit-together.ts";
import { readOneByOne } from "./read-one-by-one.ts";
import { readTexts } from "./read-texts.ts";

/** Every text that the Worker of cards reads. */
const variables = [
  { name: "CORS_ORIGINS", fallback: "", form: { kind: "origins" } },
  { name: "RATE_LIMIT_CARDS", fallback: "20", form: { kind: "integer", min: 0, max: 1_000_000 } },
  { name: "LOG_LEVEL", fallback: "info", form: { kind: "one-of", values: ["error", "warn", "info"] } },
  ...readerVariables,
  ...imageVariables,
] as const;

/** What the runtime gives to what reads cards. */
export type CardWorld = {
  readonly modules: EdgeModules;
  /** Keeps the runtime awake for work that the request at hand does not wait for, or is no longer there for. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly writeLine: (line: string) => void;
};

/** A body, its text and its images are in memory at once, within the 128 MB of an isolate. */
const bodyBytesMax = 12_000_000;

/** What all bodies under way may have together: the largest one and a usual one beside it. */
const roomBytesMax = 16_000_000;

/**
 * Makes the Worker that another hands its cards to: operation 2 and nothing else, in an isolate of its own. It reads them,
 * or forwards them to a server that does.
 */
export function createCardWorker(world: CardWorld): Worker {
  let serve: Worker["fetch"] | undefined;
  return {
    fetch: async (request, environment) => {
      if (serve === undefined) {
        // Requests that come at once each wire their own, for none can wait for another; the first is kept.
        const wired = await wire(world, environment);
        serve ??= wired;
      }
      return serve(request, environment);
    },
  };
}

async function wire(world: CardWorld, environment: Environment): Promise<Worker["fetch"]> {
  const { valueIn, faults } = readTexts(variables, environment);
  judgeLimiters(["CARD_LIMITER"], environment, faults);
  const decoder = readDecoder(environment, faults);
  const reader = readCardReader(environment, valueIn, faults);
  const images = await readImageSettings(environment, valueIn, faults);
  const frame = gatherFrame(world.writeLine, faults.length > 0 ? "info" : (valueIn("LOG_LEVEL") as LogLevel));
  const corsOrigins = new Set(faults.length > 0 ? [] : listOf(valueIn("CORS_ORIGINS")));
  const respond = makeResponder({ ...frame, corsOrigins });
  if (faults.length > 0) {
    frame.log({ level: "error", event: "faulty settings", notes: { faults: faults.join(" ") } });
    return async (request) => respond(request, "other", () => answerFailure({ code: "not-ready" }));
  }
  const services = {
    ...frame,
    corsOrigins,
    repeat,
    addressLimiters: {
      parseIdCard: limitTogether(
        limitMinute(Number(valueIn("RATE_LIMIT_CARDS")) || undefined, frame.now, widenNetwork),
        environment,
        "CARD_LIMITER",
      ),
    },
    addressOf: ({ headers }: Asked) => nameNetwork(headers.get("cf-connecting-ip") ?? ""),
  };
  const answer =
    reader === undefined ? readHere(world, services, decoder, images) : forwardTo(reader, services);
  return async (request) =>
    request.method === "POST"
      ? respond(request, "parseIdCard", (_asked, exchange) => answer(request, exchange))
      : respond(request, "other", () => answerOtherMethods(request, ["POST"], corsOrigins));
}

type AnswerCard = (request: Request, exchange: Exchange) => Answer | Promise<Answer>;

/** What both ways have of the services. */
type CardServices = Frame & Required<Pick<ServerServices, "corsOrigins" | "repeat" | "addressOf">> & Limited;
type Limited = { readonly addressLimiters: Required<ServerServices>["addressLimiters"] };

/** Reads codes and lines in this isolate. */
function readHere(
  { modules, waitUntil }: CardWorld,
  services: CardServices,
  decoder: ImagesBinding | undefined,
  images: ImageSettings | undefined,
): AnswerCard {
  const { log } = services;
  if (decoder === undefined) log({ level: "error", event: "cards not read", notes: { why: undecoded } });
  const tellUncopied = (thrown: unknown): void => log({ level: "error", event: "images not copied", thrown });
  const cards =
    decoder &&
    readOneByOne({
      ...services,
      waitUntil,
      openReader: () => openEdgeReader(modules, shrinkByPlatform(decoder)),
      tellUncopied: images && tellUncopied,
    });
  const keep = images && keepImages(images, { ...services, waitUntil });
  const { takeBody, ways } = parseIdCard;
  const operation: Operation = {
    ...parseIdCard,
    ways: { ...ways, bodyBytesMax, judgeServices: cards?.judgeRoom ?? ways.judgeServices },
    takeBody: takeBody && ((bytes) => judgeForEdge(takeBody(bytes))),
  };
  const all: Partial<ServerServices> = {
    ...services,
    enterBodyRoom: makeBodyRoom(roomBytesMax, bodyBytesMax),
    ...(cards && { readCard: cards.read }),
    keepImages: keep && cards && ((card, requestId) => cards.hold(() => keep(card, requestId))),
  };
  // This operation asks for no token, and for nothing that the others are about.
  const answer = answerOperation(operation, all as ServerServices);
  return (request, exchange) => answer(request, exchange, undefined);
}

/** Leaves the reading to a server, and counts by address whom it lets in. */
function forwardTo(reader: CardReader, services: CardServices): AnswerCard {
  const limiter = services.addressLimiters["parseIdCard"];
  return async (request, { requestId, trace }) => {
    const sender = services.addressOf(request, undefined);
    const counted = { who: "address", sender, allowance: await limiter?.take(sender) } as const;
    if (counted.allowance?.isAllowed === false) return withAllowance(refuseFor(counted), counted);
    const from = { sender, requestId, traceParent: renderTraceParent(trace) };
    return withAllowance(await forwardCard(request, from, { ...services, reader }), counted);
  };
}

const repeat: Repeat = (work, everyMs) => {
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
};

const undecoded =
  "Neither is an Images binding bound as IMAGE_DECODER (images in the configuration), nor CARD_READER_URL set.";

/** Reads what decodes images; nothing may be bound there, and then no card is read. */
function readDecoder({ IMAGE_DECODER: bound }: Environment, faults: string[]): ImagesBinding | undefined {
  if (bound === undefined) return undefined;
  const { input } = (bound ?? {}) as { readonly input?: unknown };
  if (typeof input === "function") return bound as ImagesBinding;
  faults.push("IMAGE_DECODER is no Images binding: bind one under that name (images in the configuration).");
  return undefined;
}

const fields = { front: "frontImage", back: "backImage", portrait: "portraitImage" } as const;

/** Refuses images that are too large for an isolate, as those are that no limit lets pass. */
function judgeForEdge(taken: BodyRead): BodyRead {
  if ("failure" in taken) return taken;
  // What the operation makes of a body are images.
  const images = taken.value as CardImages;
  const issues: Issue[] = [];
  for (const name of ["front", "back", "portrait"] as const) {
    const message = images[name] && judgeEdgeImage(images[name])?.says;
    if (message !== undefined) issues.push({ field: fields[name], message });
  }
  return issues.length === 0 ? taken : { failure: { code: "invalid-request", issues } };
}
