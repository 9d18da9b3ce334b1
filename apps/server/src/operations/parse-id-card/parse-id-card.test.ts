import type { CardImages, CardReading } from "@trading-oms/id-card";
import { expect, test } from "vitest";
import type { ServerServices } from "../../services.ts";
import { planCards, sendCard, wholeReading } from "../../testing/plan-cards.ts";
import { tinyImages } from "../../testing/tiny-images.ts";

const { png } = tinyImages;
const { fields } = wholeReading;

/** The fields of a reading without some. */
function without(...names: readonly (keyof CardReading["fields"])[]): CardReading["fields"] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.some((each) => each === name)));
}

test("200: a card of which everything was read is a success, and its address is its place of residence", async () => {
  const answer = await sendCard(await planCards(), { frontImage: png });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(answer.body).toEqual({
    success: true,
    data: {
      idNumber: "001204000017",
      fullName: "TRẦN MINH KHÔI",
      dateOfBirth: "17/03/2004",
      sex: "Nam",
      nationality: "Việt Nam",
      placeOfOrigin: "Đặng Xá, Gia Lâm, Hà Nội",
      placeOfResidence: "Trâu Quỳ, Gia Lâm, Hà Nội",
      dateOfExpiry: "17/03/2029",
      address: "Trâu Quỳ, Gia Lâm, Hà Nội",
    },
  });
});

test("the doubled path answers the same, and has the same methods", async () => {
  const server = await planCards();
  const path = "/api/v2/chat/api/v2/chat/api/id-card";
  const [one, other] = [
    await sendCard(server, { frontImage: png }),
    await sendCard(server, { frontImage: png }, { path }),
  ];
  expect([other.status, other.body]).toEqual([one.status, one.body]);
  expect((await sendCard(server, "", { path, method: "DELETE" })).headers.get("allow")).toBe("POST, OPTIONS");
});

test("no credential is asked for, and a bad one is not looked at", async () => {
  const server = await planCards();
  const headers = { authorization: "Bearer rubbish" };
  expect((await sendCard(server, { frontImage: png }, { headers })).status).toBe(200);
});

test("all three images come to the reader as the bytes that they are", async () => {
  const seen: CardImages[] = [];
  const server = await planCards(
    {},
    {
      readCard: async (images) => {
        seen.push(images);
        return { kind: "read", reading: wholeReading };
      },
    },
  );
  const body = { frontImage: png, backImage: png, portraitImage: png };
  expect((await sendCard(server, body)).status).toBe(200);
  const bytes = new Uint8Array(Buffer.from(png, "base64"));
  expect(seen).toEqual([{ front: bytes, back: bytes, portrait: bytes }]);
});

test("a number that is doubtful is left out, and the answer names it and what else is missing", async () => {
  const answer = await sendCard(
    await planCards({
      fields: without("idNumber", "placeOfOrigin"),
      missing: ["placeOfOrigin"],
      doubtful: ["idNumber"],
      isComplete: false,
    }),
    { frontImage: png },
  );
  expect([answer.status, answer.body["success"]]).toEqual([200, false]);
  expect(answer.body["data"]).not.toHaveProperty("idNumber");
  expect(answer.body["data"]).toHaveProperty("fullName");
  expect(answer.body["error"]).toBe(
    "idNumber is doubtful; placeOfOrigin could not be read. Photograph both sides again, flat, in even light and without glare.",
  );
});

test("a field that two parts of a card contradict each other about is named with them", async () => {
  const sex = { value: "Nam", source: "qr", confidence: 0.5, contradictedBy: ["mrz"] } as const;
  const answer = await sendCard(
    await planCards({ fields: { ...fields, sex }, doubtful: ["sex"], isComplete: false }),
    { frontImage: png },
  );
  expect(answer.body["error"]).toMatch(
    /^sex is doubtful, because the QR code and the machine-readable lines disagree\. /,
  );
});

test("what the reader found wrong with a side is told in its words, and nothing else is advised", async () => {
  const says = "the card is cut off at the left; photograph the whole card";
  const answer = await sendCard(
    await planCards({
      fields: without("sex"),
      missing: ["sex"],
      isComplete: false,
      problems: [{ side: "front", code: "cut-off-left", says }],
    }),
    { frontImage: png },
  );
  expect(answer.body["error"]).toBe(`sex could not be read. Front: ${says}.`);
});

test("a back alone is no success, though all that it bears was read", async () => {
  const answer = await sendCard(await planCards({ fields: without("fullName", "sex"), isComplete: true }), {
    frontImage: png,
  });
  expect(answer.body["success"]).toBe(false);
  expect(answer.body["error"]).toMatch(/^fullName and sex could not be read\. /);
});

test("a card for which the time was over is no success, and every needed field is named", async () => {
  const answer = await sendCard(await planCards({ kind: "late" }), { frontImage: png });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      success: false,
      data: {},
      error:
        "idNumber, fullName, dateOfBirth and sex could not be read: the time for reading was over. Send smaller photographs of the card alone, one of each side.",
    },
  ]);
});

const copies = { front: new Uint8Array([1]), portrait: new Uint8Array([2]) };

test("links are sent where images are kept, and whoever keeps them gets copies, reading and request", async () => {
  const seen: unknown[] = [];
  const imageUrls = { front: "https://images.example.com/cards/1/front?expires=1&signature=2" };
  const keepImages: ServerServices["keepImages"] = async (...given) => {
    seen.push(given);
    return { imageUrls };
  };
  const answer = await sendCard(await planCards({}, { keepImages }, copies), { frontImage: png });
  expect(answer.body["imageUrls"]).toEqual(imageUrls);
  const requestId = answer.headers.get("x-request-id");
  expect(seen).toEqual([[{ kind: "read", reading: wholeReading, copies }, requestId]]);
});

test("images of a card that can't be read are not kept, nor those of which there are no links", async () => {
  const seen: unknown[] = [];
  const keepImages: ServerServices["keepImages"] = async (card) => {
    seen.push(card.kind);
    return {};
  };
  for (const outcome of ["late", "busy", "broke-off", "portrait-broken"] as const) {
    await sendCard(await planCards({ kind: outcome }, { keepImages }), { frontImage: png });
  }
  expect(seen).toEqual([]);
  const answer = await sendCard(await planCards({}, { keepImages }), { frontImage: png });
  expect([seen, "imageUrls" in answer.body]).toEqual([["read"], false]);
});

test("a store of images that is away costs nothing but the links", async () => {
  const keepImages = async (): Promise<never> => {
    throw new Error("disk full: /var/lib");
  };
  const failing = await planCards({}, { keepImages }, copies);
  const answer = await sendCard(failing, { frontImage: png });
  expect([answer.status, answer.body["success"], "imageUrls" in answer.body]).toEqual([200, true, false]);
  expect(failing.logged.map(({ event }) => event)).toEqual(["images not kept", "request"]);
});
