import { describe, expect, test, vi } from "vitest";
import { makeMemoryBudget } from "../../../http/memory-budget.ts";
import { limitMinute } from "../../../http/rate-limits.ts";
import type { CardTurn } from "../../../services.ts";
import { planCards, sendCard, wholeReading } from "../../../testing/plan-cards.ts";
import { planServer, testNowMs } from "../../../testing/plan-server.ts";
import { claimPng, tinyImages } from "../../../testing/tiny-images.ts";

const { png, gif } = tinyImages;
const encode = (text: string): string => Buffer.from(text, "latin1").toString("base64");

describe("400:", () => {
  test.each([
    ["", "is empty; send the image in Base64"],
    [`data:image/png;base64,${png}`, "is a data: URL; send the Base64 after the comma alone"],
    ["DATA:,x", "is a data: URL; send the Base64 after the comma alone"],
    [
      "https://example.com/card.jpg",
      "is a link, and links are not followed; send the image itself in Base64",
    ],
    ["file:///etc/passwd", "is a link, and links are not followed; send the image itself in Base64"],
    [png.replace(/^(.{76})/, "$1\n"), "has spaces or line breaks; send Base64 without them"],
    [`${png} `, "has spaces or line breaks; send Base64 without them"],
    [`${png}    `, "has spaces or line breaks; send Base64 without them"],
    ["_-_-", "is Base64 for URLs; send it with + and / in place of - and _"],
    [png.slice(0, -1), "has to be Base64 with its padding, and nothing else"],
    [`${png}====`, "has to be Base64 with its padding, and nothing else"],
    ["====", "has to be Base64 with its padding, and nothing else"],
    ["\ud800", "has to be Base64 with its padding, and nothing else"],
    ["ảnh", "has to be Base64 with its padding, and nothing else"],
    [gif, "the image is GIF; send JPEG, PNG or WebP"],
    [
      encode("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "the image is SVG or other XML; send JPEG, PNG or WebP",
    ],
    [encode("%PDF-1.7 and more than that"), "the image is PDF; send JPEG, PNG or WebP"],
    [
      encode("\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
      "the image is HEIC, as some phones take it; send JPEG, PNG or WebP",
    ],
    [encode("hello, world"), "this is not a JPEG, PNG or WebP image, or it is cut short"],
    [claimPng(65_535, 65_535), "the image is 65535 by 65535 pixels; 12,000 a side are the most"],
    [claimPng(10_000, 10_000), "the image is 10000 by 10000 pixels; 40,000,000 in all are the most"],
    [null, "has to be a string"],
    [7, "has to be a string"],
    [[png], "has to be a string"],
  ])("rejects %j as an image and says how to correct it", async (image, message) => {
    const server = await planCards();
    for (const field of ["frontImage", "backImage", "portraitImage"]) {
      const answer = await sendCard(server, { frontImage: png, [field]: image });
      expect([answer.status, answer.body["error"]]).toEqual([400, "invalid_request"]);
      expect(answer.body["details"]).toEqual([{ field, message }]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test.each([
    [{}, [{ field: "frontImage", message: "is required" }]],
    [{ backImage: png }, [{ field: "frontImage", message: "is required" }]],
    [{ frontImage: png, front: png }, [{ field: "front", message: "is not known here" }]],
    [
      `{"frontImage":"${png}","frontImage":"${png}"}`,
      [{ field: "frontImage", message: "stands twice; write it once" }],
    ],
    ["{", [{ field: "body", message: "has to be JSON in UTF-8" }]],
    ["null", [{ field: "body", message: "has to be an object" }]],
    ["[]", [{ field: "body", message: "has to be an object" }]],
  ])("explains the fault of the body %j", async (body, details) => {
    const answer = await sendCard(await planCards(), body);
    expect([answer.status, answer.body["details"]]).toEqual([400, details]);
  });

  test("reports at most twenty faults", async () => {
    const members = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`unknown${index}`, 1]));
    const { status, body } = await sendCard(await planCards(), members);
    expect([status, body["details"]]).toEqual([400, expect.objectContaining({ length: 20 })]);
  });

  test("reports all faults together", async () => {
    const answer = await sendCard(await planCards(), { frontImage: gif, backImage: "", size: 1 });
    expect(answer.body["message"]).toBe("The request is not valid: frontImage, backImage, size.");
  });

  test("rejects an image above 8,000,000 bytes and accepts the size of exactly 8,000,000 bytes", async () => {
    const server = await planCards();
    const bytes = Buffer.alloc(8_000_001);
    Buffer.from(png, "base64").copy(bytes);
    const refused = await sendCard(server, { frontImage: bytes.toString("base64") });
    expect([refused.status, refused.body["details"]]).toEqual([
      400,
      [{ field: "frontImage", message: "the image has more than 8,000,000 bytes; send a smaller one" }],
    ]);
    const taken = await sendCard(server, { frontImage: bytes.subarray(0, 8_000_000).toString("base64") });
    expect(taken.status).toBe(200);
  });

  test("accepts escaped slashes in Base64", async () => {
    const answer = await sendCard(await planCards(), `{"frontImage":"${png.replaceAll("/", "\\/")}"}`);
    expect(answer.status).toBe(200);
  });

  test("rejects an image that starts correctly but cannot be decoded, including the portrait", async () => {
    const server = await planCards(
      {},
      {
        readCard: async () => ({
          kind: "read",
          reading: {
            ...wholeReading,
            problems: [{ side: "back", code: "not_decodable", message: "the image is damaged" }],
          },
        }),
      },
    );
    const answer = await sendCard(server, { frontImage: png, backImage: png });
    expect([answer.status, answer.body["details"]]).toEqual([
      400,
      [{ field: "backImage", message: "the image is damaged" }],
    ]);
    const portrait = await sendCard(await planCards({ kind: "portrait-broken" }), {
      frontImage: png,
      portraitImage: png,
    });
    expect([portrait.status, portrait.body["details"]]).toEqual([
      400,
      [{ field: "portraitImage", message: "the image is damaged and cannot be decoded; send it again" }],
    ]);
  });
});

test("405: lists the allowed methods", async () => {
  const answer = await sendCard(await planCards(), "{}", { method: "PUT" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
});

test("408: reports an incomplete body", async () => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"frontImage":"'));
      controller.error(new Error("gone"));
    },
  });
  const init = { body, duplex: "half" } as RequestInit;
  expect((await sendCard(await planCards(), "", init)).status).toBe(408);
});

test("413: rejects a body above 33,000,000 bytes by its declared length, or while reading it", async () => {
  const server = await planCards();
  const unread = new ReadableStream({
    pull: () => {
      throw new Error("It was read.");
    },
  });
  const headers = { "content-length": "33000001" };
  const init = { body: unread, duplex: "half", headers } as RequestInit;
  const answer = await sendCard(server, "", init);
  expect([answer.status, answer.body["message"]]).toEqual([
    413,
    "The body is too large. At most 33000000 bytes are taken.",
  ]);
  let sentBytes = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      sentBytes += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000).fill(65));
    },
  });
  expect((await sendCard(server, "", { body: endless, duplex: "half" } as RequestInit)).status).toBe(413);
  expect(sentBytes).toBeLessThan(36_000_000);
});

test.each([
  "text/plain",
  "image/jpeg",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
])("415: does not read a body of the type %s", async (type) => {
  const headers = { "content-type": type };
  expect((await sendCard(await planCards(), { frontImage: png }, { headers })).status).toBe(415);
});

test("429: above the limit per minute, rejects an address with Retry-After before reading the body; others are not affected", async () => {
  const server = await planCards(
    {},
    {
      limiters: {
        card: limitMinute(1, () => testNowMs + 43_000),
      },
      addressOf: ({ headers }) => headers.get("x-from") ?? "",
    },
  );
  const headers = { "x-from": "192.0.2.17" };
  const first = await sendCard(server, { frontImage: png }, { headers });
  expect([first.status, first.headers.get("ratelimit-policy")]).toEqual([200, '"address";q=1;w=60']);
  const path = "/api/v2/chat/api/v2/chat/api/id-card";
  const refused = await sendCard(server, "{", { headers, path });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "17"]);
  expect((await sendCard(server, { frontImage: png }, { headers: { "x-from": "192.0.2.18" } })).status).toBe(
    200,
  );
});

test("500: reports a failed reading without the error's text", async () => {
  const server = await planCards({ kind: "crashed", thrown: new Error("TRẦN MINH KHÔI at /srv/x.ts:1") });
  const answer = await sendCard(server, { frontImage: png });
  expect([answer.status, answer.body]).toEqual([
    500,
    {
      error: "card_reading_broke_off",
      message:
        "The reading of the card broke off, and nothing of it was kept. Send the card once more, or other photographs of it.",
      status: 500,
    },
  ]);
  expect(server.logged.map(({ event }) => event)).toEqual(["card worker crashed", "request"]);
});

describe("503:", () => {
  test("answers with Retry-After if the queue is full", async () => {
    const answer = await sendCard(await planCards({ kind: "busy" }), { frontImage: png });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(answer.body["message"]).toBe("The queue of cards is full. Try again in 5 seconds.");
  });

  test("rejects a body if bodies in progress fill the memory budget, and releases its share", async () => {
    const server = await planCards({}, { reserveBodyMemory: makeMemoryBudget({ bytesMax: 1_000 }, () => 0) });
    const large = await sendCard(server, { frontImage: "A".repeat(2_000) });
    expect([large.status, large.headers.get("retry-after")]).toEqual([503, "5"]);
    for (let count = 0; count < 20; count += 1) {
      expect((await sendCard(server, { frontImage: png })).status).toBe(200);
    }
  });

  test("drops a waiting card if its connection closes, or if another sender needs its memory, and no card that is being read", async () => {
    const turns: CardTurn[] = [];
    const card = { frontImage: png };
    const reserve = makeMemoryBudget({ bytesMax: JSON.stringify(card).length + 10 }, () => 0);
    const server = await planServer({
      reserveBodyMemory: reserve,
      readCard: (_images, turn) => {
        turns.push(turn);
        return new Promise((settle) => {
          turn.signal?.addEventListener("abort", () => settle({ kind: "aborted" }));
        });
      },
    });
    const send = async (signal: AbortSignal | null = null) =>
      (await sendCard(server, card, { signal })).status;
    const leaving = new AbortController();
    const left = send(leaving.signal);
    await vi.waitFor(() => expect(turns).toHaveLength(1));
    leaving.abort();
    expect(await left).toBe(503);
    const displaced = send();
    await vi.waitFor(() => expect(turns).toHaveLength(2));
    const another = reserve("another");
    expect([another.take(20), await displaced]).toEqual([true, 503]);
    another.release();
    void send();
    await vi.waitFor(() => expect(turns).toHaveLength(3));
    turns[2]?.onBegin?.();
    expect([reserve("another").take(20), turns[2]?.signal?.aborted]).toEqual([false, false]);
  });

  test("answers with Retry-After and logs the reason if images cannot be decoded now", async () => {
    const server = await planCards({ kind: "away", thrown: new Error("TRẦN MINH KHÔI at /srv/x.ts:1") });
    const answer = await sendCard(server, { frontImage: png });
    expect([answer.status, answer.headers.get("retry-after"), answer.body]).toEqual([
      503,
      "5",
      {
        error: "unavailable",
        message: "Identity cards can't be read at the moment. Try again in 5 seconds.",
        status: 503,
      },
    ]);
    expect(server.logged.map(({ event }) => event)).toEqual(["image decoding unavailable", "request"]);
  });

  test("counts a rejected forwarded request and does not read its body", async () => {
    const server = await planCards({}, { checkForwarded: () => ({ code: "card_decoder_unavailable" }) });
    expect((await sendCard(server, "{")).status).toBe(503);
  });

  test("does not read the body if no reader is configured", async () => {
    const answer = await sendCard(await planServer(), "{");
    expect([answer.status, answer.body["message"]]).toEqual([
      503,
      "Identity cards are not read on this deployment. Send them to one that reads them.",
    ]);
  });
});
