import type { IdCardResponse } from "@trading-oms/types";
import type { Answer } from "../../../ask.ts";
import { type Claim, claimsOf, type RefusedBody, refusingBodies } from "../../../claim.ts";
import type { ClaimInputs } from "../../../claim-inputs.ts";
import { expectOk, expectRefusal, expectSame, expectStatus, expectThat } from "../../../expect.ts";
import { cardAddress, doubledCardAddress } from "../../address.ts";

/** A valid PNG of one pixel, in Base64. */
const tinyPicture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const claim = claimsOf("parseIdCard");
const date = /^\d{2}\/\d{2}\/\d{4}$/;

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

const bodies: readonly RefusedBody[] = [
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

type Reading = {
  readonly title: string;
  readonly check: (body: IdCardResponse, answer: Answer, inputs: Pick<ClaimInputs, "card">) => void;
};

/** Defines a claim of the answer to the card of the plan. */
function reading(id: string, { title, check }: Reading): Claim {
  return claim(id, {
    title,
    needs: ["card"],
    prove: async (ask, { card }) => {
      const answer = await ask("POST", cardAddress, { json: imagesOf(card) });
      check(expectOk(answer), answer, { card });
    },
  });
}

/** The claims of the reading of cards: rejected images and bodies, and answers to readable and unreadable images. */
export const claims: readonly Claim[] = [
  ...refused.map(([id, title, image]) =>
    claim(`card.image-${id}`, {
      title: `${title} as front is a 400 with a detail for frontImage.`,
      json: { frontImage: image },
      refused: "frontImage",
    }),
  ),
  ...refusingBodies(claim, "card.body", bodies),
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
  claim("card.no-card-fails", {
    title: "An image without a card is a 200 without success, whose error names idNumber.",
    json: { frontImage: tinyPicture },
    body: { success: false },
    check: ({ error, data }: IdCardResponse, answer) => {
      expectThat(answer, (error ?? "").includes("idNumber"), "an error that names idNumber");
      expectThat(answer, data?.idNumber === undefined, "no number");
    },
  }),
  reading("card.number-read", {
    title: "The number of the card of the plan is read and has twelve digits.",
    check: ({ data }, answer, { card }) => {
      expectThat(answer, /^\d{12}$/.test(data?.idNumber ?? ""), "twelve digits");
      if (card.idNumber !== undefined) expectSame(answer, "idNumber", data?.idNumber, card.idNumber);
    },
  }),
  reading("card.success-excludes-error", {
    title: "An error is present exactly if success is false, and it names each missing field.",
    check: ({ success, error, data = {} }, answer) => {
      expectSame(answer, "the presence of an error", error !== undefined, success === false);
      for (const name of ["idNumber", "fullName", "dateOfBirth", "sex"] as const) {
        const isMentioned = data[name] !== undefined || (error ?? "").includes(name);
        expectThat(answer, isMentioned, `${name} in the data or in the error`);
      }
    },
  }),
  reading("card.value-formats", {
    title:
      "Dates are dd/MM/yyyy, sex is Nam or Nữ, texts are NFC with single spaces, address is the residence.",
    check: ({ data = {} }, answer) => {
      expectThat(answer, Object.keys(data).length > 0, "data of the card");
      for (const name of ["dateOfBirth", "dateOfIssue"] as const) {
        expectThat(answer, data[name] === undefined || date.test(data[name]), `${name} as dd/MM/yyyy`);
      }
      const { dateOfExpiry, sex, placeOfResidence, address } = data;
      const isExpiry =
        dateOfExpiry === undefined || date.test(dateOfExpiry) || dateOfExpiry === "Không thời hạn";
      expectThat(answer, isExpiry, "dateOfExpiry as dd/MM/yyyy, or Không thời hạn");
      expectThat(answer, sex === undefined || sex === "Nam" || sex === "Nữ", "sex as Nam or Nữ");
      expectSame(answer, "address", address, placeOfResidence);
      for (const value of Object.values(data)) {
        const isClean = value === value.normalize("NFC") && value === value.trim() && !/\s{2}/.test(value);
        expectThat(answer, isClean, "texts in NFC with single spaces");
      }
    },
  }),
  claim("card.doubled-path-same-reading", {
    title: "The path with a doubled prefix reads the same fields of a card.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const one = await ask("POST", cardAddress, { json: imagesOf(card) });
      const two = await ask("POST", doubledCardAddress, { json: imagesOf(card) });
      const { data } = expectOk(one);
      expectThat(one, data !== undefined, "data of the card");
      expectSame(two, "data", expectOk(two)["data"], data);
    },
  }),
  reading("card.image-urls-valid", {
    title: "Links to images, if sent, are URLs without the card number.",
    check: ({ imageUrls = {}, data, success }, answer) => {
      expectThat(answer, typeof success === "boolean", "a boolean `success`");
      for (const link of Object.values(imageUrls)) {
        const isUrl = URL.canParse(link) && !link.includes(data?.idNumber ?? "\n");
        expectThat(answer, isUrl, "a URL without the card number");
      }
    },
  }),
];

function imagesOf({ front, back }: { readonly front: string; readonly back?: string }) {
  return { frontImage: front, ...(back === undefined ? {} : { backImage: back }) };
}
