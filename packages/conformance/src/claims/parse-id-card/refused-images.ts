import { type Claim, claimsOf } from "../../claim.ts";
import { expectRefusal, expectSame, expectStatus, expectThat } from "../../expect.ts";
import { cardAddress, doubledCardAddress } from "../address.ts";

/** A picture of one pixel, as PNG in Base64: sound, and of no card. */
export const tinyPicture: string =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const claim = claimsOf("parseIdCard");

const refused: readonly (readonly [id: string, title: string, image: unknown])[] = [
  ["no-base64", "Text that is no Base64", "####"],
  ["no-padding", "Base64 without its padding", tinyPicture.replace(/=+$/, "")],
  ["line-break", "Base64 with a line break", `${tinyPicture.slice(0, 40)}\n${tinyPicture.slice(40)}`],
  ["space", "Base64 with a space behind it", `${tinyPicture} `],
  [
    "of-urls",
    "Base64 for addresses",
    tinyPicture.replaceAll("+", "-").replaceAll("/", "_").replace(/^..../, "-_-_"),
  ],
  ["data-url", "A data: URL", `data:image/png;base64,${tinyPicture}`],
  ["link", "A link", "https://example.com/front.jpg"],
  ["empty", "No characters", ""],
  ["text-file", "A text in Base64", btoa("This is no photograph of anything.")],
  ["drawing", "A drawing in SVG", btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["gif", "A GIF", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"],
  ["beginning-alone", "The first bytes of a JPEG", "/9j/4AAQSkZJRgABAQAAAQABAAA="],
  ["number", "A number", 7],
  ["null", "The value null", null],
  ["list", "A list", [tinyPicture]],
];

const bodies: readonly (readonly [id: string, title: string, field: string, text: string])[] = [
  ["front-missing", "A body without a front", "frontImage", "{}"],
  ["back-alone", "A back alone", "frontImage", `{"backImage":"${tinyPicture}"}`],
  ["unknown-member", "An unknown member", "note", `{"frontImage":"${tinyPicture}","note":""}`],
  [
    "prototype-member",
    "A member named __proto__",
    "__proto__",
    `{"frontImage":"${tinyPicture}","__proto__":{}}`,
  ],
  [
    "doubled-front",
    "A front that stands twice",
    "frontImage",
    `{"frontImage":"${tinyPicture}","frontImage":"${tinyPicture}"}`,
  ],
  ["no-json", "Text that is not JSON", "body", "frontImage"],
  ["nothing", "A body of no characters", "body", ""],
  ["list", "A list in place of the object", "body", "[]"],
  ["bad-back", "A back that is no Base64", "backImage", `{"frontImage":"${tinyPicture}","backImage":"##"}`],
  [
    "bad-portrait",
    "A portrait that is no image",
    "portraitImage",
    `{"frontImage":"${tinyPicture}","portraitImage":"AAAA"}`,
  ],
];

/** Images that are not read, and bodies that are not taken. */
export const refusedImages: readonly Claim[] = [
  ...refused.map(([id, title, image]) =>
    claim({
      id: `card.image-${id}`,
      title: `${title} as front is a 400 that names it.`,
      prove: async (ask) =>
        expectRefusal(await ask("POST", cardAddress, { json: { frontImage: image } }), "frontImage"),
    }),
  ),
  ...bodies.map(([id, title, field, text]) =>
    claim({
      id: `card.body-${id}`,
      title: `${title} is a 400 that names ${field}.`,
      prove: async (ask) => expectRefusal(await ask("POST", cardAddress, { text }), field),
    }),
  ),
  claim({
    id: "card.data-url-is-told-so",
    title: "Whoever sends a data: URL is told that it is one.",
    prove: async (ask) => {
      const answer = await ask("POST", cardAddress, { json: { frontImage: "data:image/png;base64,AAAA" } });
      expectThat(answer, answer.text.includes("data:"), "`data:` in what is said");
    },
  }),
  claim({
    id: "card.too-large-is-refused",
    title: "An image of more than 8,000,000 bytes is a 400, or a 413.",
    prove: async (ask) => {
      const answer = await ask("POST", cardAddress, { json: { frontImage: `${"A".repeat(10_666_672)}` } });
      if (answer.status !== 413) expectRefusal(answer, "frontImage");
    },
  }),
  claim({
    id: "card.body-too-large-is-413",
    title: "A body that is said to be larger than 33,000,000 bytes is a 413 before it has come.",
    prove: async (ask) => {
      const headers = { "Content-Length": "40000000" };
      expectStatus(await ask("POST", cardAddress, { text: "{", headers }), 413);
    },
  }),
  ...(["text/plain", "multipart/form-data; boundary=x", "image/jpeg", null] as const).map((type) =>
    claim({
      id: `card.type-${type === null ? "missing" : type.replace(/;.*/, "").replaceAll(/[^a-z]+/g, "-")}`,
      title: `A body ${type === null ? "without a Content-Type" : `of ${type}`} is a 415.`,
      prove: async (ask) => {
        expectStatus(await ask("POST", cardAddress, { text: "{}", headers: { "Content-Type": type } }), 415);
      },
    }),
  ),
  claim({
    id: "card.token-is-not-looked-at",
    title: "A token that is none changes nothing.",
    prove: async (ask) => {
      expectRefusal(await ask("POST", cardAddress, { text: "{}", token: "nonsense" }), "frontImage");
    },
  }),
  claim({
    id: "card.doubled-path-is-alike",
    title: "The path with its prefix doubled is answered like the documented one.",
    prove: async (ask) => {
      for (const text of ["{}", "[", '{"frontImage":"data:,x"}']) {
        const [one, two] = [
          await ask("POST", cardAddress, { text }),
          await ask("POST", doubledCardAddress, { text }),
        ];
        expectStatus(one, 400);
        expectStatus(two, 400);
        expectSame(two, "the body", two.text, one.text);
      }
    },
  }),
];
