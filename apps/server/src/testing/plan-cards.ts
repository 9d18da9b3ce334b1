import type { CardImages, CardReading } from "@trading-oms/id-card";
import type { CardOutcome, ServerServices } from "../services.ts";
import { checkAnswer, type JudgedAnswer } from "./check-answer.ts";
import { type PlannedServer, planServer } from "./plan-server.ts";

/** The path of operation 2. */
export const cardPath = "/api/v2/chat/api/id-card";

/** A complete reading of an invented person. */
export const wholeReading: CardReading = {
  kind: "2021",
  fields: {
    idNumber: { value: "001204000017", source: "qr", confidence: 1 },
    fullName: { value: "TRẦN MINH KHÔI", source: "qr", confidence: 1 },
    dateOfBirth: { value: "17/03/2004", source: "qr", confidence: 1 },
    sex: { value: "Nam", source: "qr", confidence: 1 },
    nationality: { value: "Việt Nam", source: "print", confidence: 0.9 },
    placeOfOrigin: { value: "Đặng Xá, Gia Lâm, Hà Nội", source: "print", confidence: 0.9 },
    placeOfResidence: { value: "Trâu Quỳ, Gia Lâm, Hà Nội", source: "qr", confidence: 1 },
    dateOfExpiry: { value: "17/03/2029", source: "mrz", confidence: 1 },
  },
  missing: [],
  doubtful: [],
  problems: [],
  isSwapped: false,
  isComplete: true,
};

/** Opens a test server whose card reader always returns this outcome, with copies of the images if given. */
export function planCards(
  outcome: Partial<CardReading> | Exclude<CardOutcome, { kind: "read" }> = {},
  given: Partial<ServerServices> = {},
  copies?: CardImages,
): Promise<PlannedServer> {
  const isOutcome = (value: object): value is CardOutcome => "kind" in value && !("fields" in value);
  const read = isOutcome(outcome)
    ? outcome
    : ({ kind: "read", reading: { ...wholeReading, ...outcome }, copies } as const);
  return planServer({ readCard: async () => read, ...given });
}

/** Sends a card as JSON, and validates the answer against the document. */
export async function sendCard(
  server: Pick<PlannedServer, "fetch">,
  body: unknown,
  init: RequestInit & { readonly path?: string } = {},
): Promise<JudgedAnswer> {
  const headers = { "content-type": "application/json", ...init.headers };
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const { path = cardPath } = init;
  return checkAnswer(
    "parseIdCard",
    await server.fetch(path, { method: "POST", body: sent, ...init, headers }),
  );
}
