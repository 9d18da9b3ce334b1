import type { IdCardResponse } from "@trading-oms/types";
import type { Answer } from "../../../ask.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectOk, expectSame, expectThat } from "../../../expect.ts";
import { cardAddress, doubledCardAddress } from "../../address.ts";
import { tinyPicture } from "./refused-images.ts";

const claim = claimsOf("parseIdCard");
const date = /^\d{2}\/\d{2}\/\d{4}$/;

/** Answers to readable and unreadable images. */
export const readings: readonly Claim[] = [
  claim({
    id: "card.no-card-fails",
    title: "An image without a card is a 200 without success, whose error names idNumber.",
    prove: async (ask) => {
      const answer = await ask("POST", cardAddress, { json: { frontImage: tinyPicture } });
      const { success, error = "", data } = readReading(answer);
      expectSame(answer, "success", success, false);
      expectThat(answer, error.includes("idNumber"), "an error that names idNumber");
      expectThat(answer, data?.idNumber === undefined, "no number");
    },
  }),
  claim({
    id: "card.number-read",
    title: "The number of the card of the plan is read and has twelve digits.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const answer = await ask("POST", cardAddress, { json: imagesOf(card) });
      const { data } = readReading(answer);
      expectThat(answer, /^\d{12}$/.test(data?.idNumber ?? ""), "twelve digits");
      if (card.idNumber !== undefined) expectSame(answer, "idNumber", data?.idNumber, card.idNumber);
    },
  }),
  claim({
    id: "card.success-excludes-error",
    title: "An error is present exactly if success is false, and it names each missing field.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const answer = await ask("POST", cardAddress, { json: imagesOf(card) });
      const { success, error, data = {} } = readReading(answer);
      expectSame(answer, "the presence of an error", error !== undefined, success === false);
      for (const name of ["idNumber", "fullName", "dateOfBirth", "sex"] as const) {
        const isMentioned = data[name] !== undefined || (error ?? "").includes(name);
        expectThat(answer, isMentioned, `${name} in the data or in the error`);
      }
    },
  }),
  claim({
    id: "card.value-formats",
    title:
      "Dates are dd/MM/yyyy, sex is Nam or Nữ, texts are NFC with single spaces, address is the residence.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const answer = await ask("POST", cardAddress, { json: imagesOf(card) });
      const { data = {} } = readReading(answer);
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
  claim({
    id: "card.doubled-path-same-reading",
    title: "The path with a doubled prefix reads the same fields of a card.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const one = await ask("POST", cardAddress, { json: imagesOf(card) });
      const two = await ask("POST", doubledCardAddress, { json: imagesOf(card) });
      const { data } = readReading(one);
      expectThat(one, data !== undefined, "data of the card");
      expectSame(two, "data", readReading(two).data, data);
    },
  }),
  claim({
    id: "card.image-urls-valid",
    title: "Links to images, if sent, are URLs without the card number.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const answer = await ask("POST", cardAddress, { json: imagesOf(card) });
      const { imageUrls = {}, data, success } = readReading(answer);
      expectThat(answer, typeof success === "boolean", "a boolean `success`");
      for (const link of Object.values(imageUrls)) {
        expectThat(
          answer,
          URL.canParse(link) && !link.includes(data?.idNumber ?? "\n"),
          "a URL without the card number",
        );
      }
    },
  }),
];

function imagesOf({ front, back }: { readonly front: string; readonly back?: string }) {
  return { frontImage: front, ...(back === undefined ? {} : { backImage: back }) };
}

function readReading(answer: Answer): IdCardResponse {
  return expectOk(answer);
}
