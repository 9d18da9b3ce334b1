import type { IdCardResponse } from "@trading-oms/types";
import type { Answer } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import type { ClaimInputs } from "../../../claim-inputs.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { cardAddress, doubledCardAddress } from "../../address.ts";
import { tinyPicture } from "./refused-images.ts";

const claim = claimsOf("parseIdCard");
const date = /^\d{2}\/\d{2}\/\d{4}$/;

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

/** Answers to readable and unreadable images. */
export const readings: readonly Claim[] = [
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
