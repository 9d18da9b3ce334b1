import type { CardImages, CardReading } from "@trading-oms/id-card";
import { expect, test } from "vitest";
import type { ServerServices } from "../../../services.ts";
import { planCards, sendCard, wholeReading } from "../../../testing/plan-cards.ts";
import { tinyImages } from "../../../testing/tiny-images.ts";

const { png } = tinyImages;
const { fields } = wholeReading;

/** The fields of a reading, except these. */
function without(...names: readonly (keyof CardReading["fields"])[]): CardReading["fields"] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.some((each) => each === name)));
}

test("200: reports success if all fields were read, with the place of residence as address", async () => {
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

test("serves the doubled path with the same answers and methods", async () => {
  const server = await planCards();
  const path = "/api/v2/chat/api/v2/chat/api/id-card";
  const [one, other] = [
    await sendCard(server, { frontImage: png }),
    await sendCard(server, { frontImage: png }, { path }),
  ];
  expect([other.status, other.body]).toEqual([one.status, one.body]);
  expect((await sendCard(server, "", { path, method: "DELETE" })).headers.get("allow")).toBe("POST, OPTIONS");
});

test("needs no token and ignores an invalid one", async () => {
  const server = await planCards();
  const headers = { authorization: "Bearer rubbish" };
  expect((await sendCard(server, { frontImage: png }, { headers })).status).toBe(200);
});

test("passes the bytes of all three images to the reader", async () => {
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

test("omits a doubtful field and names it together with the missing ones", async () => {
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

test("names the sources that contradict each other about a field", async () => {
  const sex = { value: "Nam", source: "qr", confidence: 0.5, contradictedBy: ["mrz"] } as const;
  const answer = await sendCard(
    await planCards({ fields: { ...fields, sex }, doubtful: ["sex"], isComplete: false }),
    { frontImage: png },
  );
  expect(answer.body["error"]).toMatch(
    /^sex is doubtful, because the QR code and the machine-readable lines disagree\. /,
  );
});

test("reports the reader's problem with a side and gives no other advice", async () => {
  const message = "the card is cut off at the left; photograph the whole card";
  const answer = await sendCard(
    await planCards({
      fields: without("sex"),
      missing: ["sex"],
      isComplete: false,
      problems: [{ side: "front", code: "cut_off_left", message }],
    }),
    { frontImage: png },
  );
  expect(answer.body["error"]).toBe(`sex could not be read. Front: ${message}.`);
});

test("reports no success for a back alone, even if everything on it was read", async () => {
  const answer = await sendCard(await planCards({ fields: without("fullName", "sex"), isComplete: true }), {
    frontImage: png,
  });
  expect(answer.body["success"]).toBe(false);
  expect(answer.body["error"]).toMatch(/^fullName and sex could not be read\. /);
});

test("reports no success and names all needed fields if reading timed out", async () => {
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

/** The answer for a card of which name and sex could not be read. */
async function sendUnread(acceptLanguage?: string) {
  const server = await planCards({ fields: without("fullName", "sex") });
  const headers = acceptLanguage === undefined ? {} : { "accept-language": acceptLanguage };
  return sendCard(server, { frontImage: png }, { headers });
}

const unreadInEnglish =
  "fullName and sex could not be read. Photograph both sides again, flat, in even light and without glare.";
const unreadInVietnamese =
  "Không đọc được họ và tên, giới tính. Vui lòng đặt thẻ nằm phẳng, ở nơi đủ sáng, không bị lóa và chụp lại cả hai mặt.";

test.each([
  "vi",
  "VI",
  "vi-VN",
  "vi-Latn-VN;q=1.000",
  "vi-VN,vi;q=0.9,en-US;q=0.8,en;q=0.7",
  "en;q=0.5, vi;q=0.6",
  "fr, vi;q=0.1",
  "vi, en",
  "vi, *",
  "*, vi",
  "en;q=0, *",
  "vi \t; q=0.5 ,, ???",
])("says the error in Vietnamese where Accept-Language is %j", async (acceptLanguage) => {
  const answer = await sendUnread(acceptLanguage);
  expect(answer.body["error"]).toBe(unreadInVietnamese);
  expect(answer.headers.get("content-language")).toBe("vi");
  expect(answer.headers.get("vary")).toBe("Authorization, Accept-Language");
});

test.each([
  undefined,
  "",
  "en",
  "fr",
  "fr-FR, de;q=0.5",
  "*",
  "vi;q=0",
  "vi;q=0.000, fr",
  "vi;q=0, *",
  "en, vi",
  "vi;q=0.5, en-GB;q=0.6",
  "vi;q=0.5, *",
  "vie",
  "vi_VN",
  "vi;q=high",
  "vi;q=2",
  "vi;q=0.1234",
  ";;q=,=vi,-",
])("says the error in English where Accept-Language is %j", async (acceptLanguage) => {
  const answer = await sendUnread(acceptLanguage);
  expect(answer.body["error"]).toBe(unreadInEnglish);
  expect(answer.headers.get("content-language")).toBe("en");
  expect(answer.headers.get("vary")).toBe("Authorization, Accept-Language");
});

test("says in Vietnamese which fields are doubtful, which sources disagree, and what is wrong with each side", async () => {
  const sex = { value: "Nam", source: "qr", confidence: 0.5, contradictedBy: ["mrz", "print"] } as const;
  const server = await planCards({
    fields: { ...without("idNumber", "placeOfOrigin"), sex },
    missing: ["placeOfOrigin", "dateOfIssue", "issuedBy"],
    doubtful: ["idNumber", "sex"],
    isComplete: false,
    problems: [
      {
        side: "front",
        code: "cut_off_left",
        message: "the card is cut off at the left; photograph the whole card",
      },
      { side: "back", code: "too_small", message: "the card is too small in the picture; go closer" },
    ],
  });
  const answer = await sendCard(server, { frontImage: png }, { headers: { "accept-language": "vi" } });
  expect(answer.body["error"]).toBe(
    "Số định danh chưa chắc chắn; giới tính chưa chắc chắn vì mã QR, dòng máy đọc và chữ in không khớp nhau; không đọc được quê quán / nơi đăng ký khai sinh, ngày cấp, cơ quan cấp. Mặt trước: ảnh bị cắt mất cạnh trái của thẻ; vui lòng chụp trọn thẻ. Mặt sau: thẻ trong ảnh quá nhỏ; vui lòng chụp gần hơn.",
  );
  expect(answer.body["data"]).toMatchObject({ sex: "Nam", nationality: "Việt Nam" });
});

test("says in Vietnamese that reading timed out", async () => {
  const headers = { "accept-language": "vi-VN" };
  const answer = await sendCard(await planCards({ kind: "late" }), { frontImage: png }, { headers });
  expect(answer.body["error"]).toBe(
    "Không đọc được số định danh, họ và tên, ngày sinh, giới tính vì đã hết thời gian xử lý. Vui lòng gửi ảnh nhỏ hơn, mỗi mặt một ảnh và chỉ chụp riêng thẻ.",
  );
  expect(answer.headers.get("content-language")).toBe("vi");
});

test("an answer has the same headers with and without an error", async () => {
  const headers = { "accept-language": "vi" };
  const answer = await sendCard(await planCards(), { frontImage: png }, { headers });
  expect([answer.body["success"], answer.headers.get("content-language")]).toEqual([true, "vi"]);
  expect(answer.headers.get("vary")).toBe("Authorization, Accept-Language");
});

const copies = { front: new Uint8Array([1]), portrait: new Uint8Array([2]) };

test("returns links if images are stored, and passes copies, reading and request id to the store", async () => {
  const seen: unknown[] = [];
  const imageUrls = { front: "https://images.example.com/cards/1/front?expires=1&signature=2" };
  const storeImages: ServerServices["storeImages"] = async (...given) => {
    seen.push(given);
    return { imageUrls };
  };
  const answer = await sendCard(await planCards({}, { storeImages }, copies), { frontImage: png });
  expect(answer.body["imageUrls"]).toEqual(imageUrls);
  const requestId = answer.headers.get("x-request-id");
  expect(seen).toEqual([[{ kind: "read", reading: wholeReading, copies }, requestId]]);
});

test("stores no images of an unreadable card, and returns no links without copies", async () => {
  const seen: unknown[] = [];
  const storeImages: ServerServices["storeImages"] = async (card) => {
    seen.push(card.kind);
    return {};
  };
  for (const outcome of ["late", "busy", "crashed", "portrait-broken"] as const) {
    await sendCard(await planCards({ kind: outcome }, { storeImages }), { frontImage: png });
  }
  expect(seen).toEqual([]);
  const answer = await sendCard(await planCards({}, { storeImages }), { frontImage: png });
  expect([seen, "imageUrls" in answer.body]).toEqual([["read"], false]);
});

test("answers without links if the image store fails", async () => {
  const storeImages = async (): Promise<never> => {
    throw new Error("disk full: /var/lib");
  };
  const failing = await planCards({}, { storeImages }, copies);
  const answer = await sendCard(failing, { frontImage: png });
  expect([answer.status, answer.body["success"], "imageUrls" in answer.body]).toEqual([200, true, false]);
  expect(failing.logged.map(({ event }) => event)).toEqual(["storing card images failed", "request"]);
});
