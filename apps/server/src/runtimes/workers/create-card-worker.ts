import { OpenAPIHono } from "@hono/zod-openapi";
import type { EdgeModules } from "@trading-oms/id-card/edge";
import { makeBodyRoom } from "../../http/body-bytes.ts";
import { frame as frameApp, getPath, openFailingApp } from "../../http/open-app.ts";
import { limitMinute, nameNetwork, widenNetwork } from "../../http/rate-limits.ts";
import type { LogLevel } from "../../http/reports.ts";
import type { AppEnv } from "../../http/request-context.ts";
import { refuseInvalid } from "../../http/validation.ts";
import { serveCards } from "../../operations/parse-id-card/handler.ts";
import type { ServerServices } from "../../services.ts";
import { listOf } from "../settings.ts";
import { gatherFrame, limitTogether } from "./frame.ts";
import { judgeForEdge } from "./judge-for-edge.ts";
import { keepImages } from "./keep-images.ts";
import { imageVariables, readImageSettings } from "./read-image-settings.ts";
import { readOneByOne } from "./read-one-by-one.ts";
import { type Environment, judgeLimiters, readTexts } from "./settings.ts";
import type { Worker } from "./worker.ts";

/** Every text that the Worker of cards reads. */
const variables = [
  { name: "CORS_ORIGINS", fallback: "", form: { kind: "origins" } },
  { name: "RATE_LIMIT_CARDS", fallback: "20", form: { kind: "integer", min: 0, max: 1_000_000 } },
  { name: "LOG_LEVEL", fallback: "info", form: { kind: "one-of", values: ["error", "warn", "info"] } },
  ...imageVariables,
] as const;

/** What the runtime gives to what reads cards. */
type CardWorld = {
  readonly modules: EdgeModules;
  /** Keeps the runtime awake for work that the request at hand does not wait for, or is no longer there for. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly writeLine: (line: string) => void;
};

/** A body, its text and its images are in memory at once, within the 128 MB of an isolate. */
const bodyBytesMax = 12_000_000;

/** What all bodies under way may have together: the largest one and a usual one beside it. */
const roomBytesMax = 16_000_000;

/** Makes the Worker that another hands its cards to: operation 2 and nothing else, in an isolate of its own. */
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
  const images = await readImageSettings(environment, valueIn, faults);
  const frame = gatherFrame(world.writeLine, faults.length > 0 ? "info" : (valueIn("LOG_LEVEL") as LogLevel));
  const corsOrigins = new Set(faults.length > 0 ? [] : listOf(valueIn("CORS_ORIGINS")));
  if (faults.length > 0) {
    frame.log({ level: "error", event: "faulty settings", notes: { faults: faults.join(" ") } });
    const fail = openFailingApp({ ...frame, corsOrigins });
    return async (request) => fail({ code: "not-ready" }, request);
  }
  const { waitUntil } = world;
  const tellUncopied = (thrown: unknown): void =>
    frame.log({ level: "error", event: "images not copied", thrown });
  const cards = readOneByOne({ ...world, ...frame, tellUncopied: images && tellUncopied });
  const keep = images && keepImages(images, { ...frame, waitUntil });
  const services: Partial<ServerServices> = {
    ...frame,
    corsOrigins,
    enterBodyRoom: makeBodyRoom(roomBytesMax, bodyBytesMax),
    repeat: (work, everyMs) => {
      const timer = setInterval(work, everyMs);
      return () => clearInterval(timer);
    },
    addressLimiters: {
      parseIdCard: limitTogether(
        limitMinute(Number(valueIn("RATE_LIMIT_CARDS")) || undefined, frame.now, widenNetwork),
        environment,
        "CARD_LIMITER",
      ),
    },
    addressOf: ({ headers }) => nameNetwork(headers.get("cf-connecting-ip") ?? ""),
    readCard: cards.read,
    keepImages: keep && ((card, requestId) => cards.hold(() => keep(card, requestId))),
  };
  // This operation asks for no token, and for nothing that the others are about.
  const hono = new OpenAPIHono<AppEnv>({ getPath, defaultHook: refuseInvalid });
  const app = frameApp(hono, { ...frame, corsOrigins });
  serveCards(app, services as ServerServices, {
    bodyBytesMax,
    judgeRoom: cards.judgeRoom,
    judgeTaken: (taken) => judgeForEdge(taken, world.modules.webp !== undefined),
  });
  return async (request) => app.fetch(request);
}
