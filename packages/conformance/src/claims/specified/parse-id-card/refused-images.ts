import { type Claim, claimsOf } from "../../../claim.ts";
import { expectRefusal, expectSame, expectStatus, expectThat } from "../../../expect.ts";
import { cardAddress, doubledCardAddress } from "../../address.ts";

/** A valid PNG of one pixel, in Base64. */
export const tinyPicture: string =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const claim = claimsOf("parseIdCard");

const refused: readonly (readonly [id: string, title: string, image: unknown])[] = [
  ["no-base64", "Text that is not Base64", "####"],
  ["no-padding", "Base64 without padding", tinyPicture.replace(/=+$/, "")],
  ["line-break", "Base64 with a line break", `${tinyPicture.slice(0, 40)}\n${tinyPicture.slice(40)}`],
  ["space", "Base64 with a trailing space", `${tinyPicture} `],
  ["of-urls", "Base64url", tinyPicture.replaceAll("+", "-").replaceAll("/", "_").replace(/^..../, "-_-_")],
  ["data-url", "A data: URL", `data:image/png;base64,${tinyPicture}`],
  ["link", "A link", "https://example.com/front.jpg"],
  ["empty", "An empty string", ""],
  ["text-file", "A text file in Base64", btoa("This is no photograph of anything.")],
  ["drawing", "An SVG", btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["gif", "A GIF", "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"],
  ["beginning-alone", "The first bytes of a JPEG alone", "/9j/4AAQSkZJRgABAQAAAQABAAA="],
  ["number", "A number", 7],
  ["null", "The value null", null],
  ["list", "A list", [tinyPicture]],
];

const front = `"frontImage":"${tinyPicture}"`;

const bodies: readonly (readonly [id: string, title: string, field: string, text: string])[] = [
  ["front-missing", "A body without a front", "frontImage", "{}"],
  ["back-alone", "A back without a front", "frontImage", `{"backImage":"${tinyPicture}"}`],
  ["unknown-member", "An unknown member", "note", `{${front},"note":""}`],
  ["prototype-member", "A member named __proto__", "__proto__", `{${front},"__proto__":{}}`],
  ["doubled-front", "A repeated front", "frontImage", `{${front},${front}}`],
  ["no-json", "Text that is not JSON", "body", "frontImage"],
  ["nothing", "An empty body", "body", ""],
  ["list", "A list instead of the object", "body", "[]"],
  ["bad-back", "A back that is not Base64", "backImage", `{${front},"backImage":"##"}`],
  ["bad-portrait", "A portrait that is not an image", "portraitImage", `{${front},"portraitImage":"AAAA"}`],
];

const types = ["text/plain", "multipart/form-data; boundary=x", "image/jpeg", null] as const;

/** Rejected images and bodies. */
export const refusedImages: readonly Claim[] = [
  ...refused.map(([id, title, image]) =>
    claim(`card.image-${id}`, {
      title: `${title} as front is a 400 with a detail for frontImage.`,
      json: { frontImage: image },
      refused: "frontImage",
    }),
  ),
  ...bodies.map(([id, title, field, text]) =>
    claim(`card.body-${id}`, {
      title: `${title} is a 400 with a detail for ${field}.`,
      text,
      refused: field,
    }),
  ),
  claim("card.data-url-rejected", {
    title: "The 400 for a data: URL mentions data: in its text.",
    json: { frontImage: "data:image/png;base64,AAAA" },
    status: 400,
    check: (_, answer) => expectThat(answer, answer.text.includes("data:"), "`data:` in the body"),
  }),
  claim("card.too-large-rejected", {
    title: "An image of more than 8,000,000 bytes is a 400 or a 413.",
    prove: async (ask) => {
      const answer = await ask("POST", cardAddress, { json: { frontImage: `${"A".repeat(10_666_672)}` } });
      if (answer.status !== 413) expectRefusal(answer, "frontImage");
    },
  }),
  claim("card.body-too-large-is-413", {
    title: "A Content-Length above 33,000,000 bytes is a 413 before the body arrives.",
    headers: { "Content-Length": "40000000" },
    text: "{",
    status: 413,
  }),
  ...types.map((type) =>
    claim(`card.type-${type === null ? "missing" : type.replace(/;.*/, "").replaceAll(/[^a-z]+/g, "-")}`, {
      title: `A body ${type === null ? "without a Content-Type" : `of ${type}`} is a 415.`,
      headers: { "Content-Type": type },
      text: "{}",
      status: 415,
    }),
  ),
  claim("card.token-ignored", {
    title: "An invalid token is ignored by this operation.",
    token: "nonsense",
    text: "{}",
    refused: "frontImage",
  }),
  claim("card.doubled-path-equivalent", {
    title: "The path with a doubled prefix is answered like the documented one.",
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
