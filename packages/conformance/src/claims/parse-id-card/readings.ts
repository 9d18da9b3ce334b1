import type { IdCardResponse } from "@trading-oms/types";
import type { Answer } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectBody, expectSame, expectStatus, expectThat } from "../../expect.ts";
import { cardAddress, doubledCardAddress } from "../address.ts";
import { tinyPicture } from "./refused-images.ts";

const claim = claimsOf("parseIdCard");
const date = /^\d{2}\/\d{2}\/\d{4}$/;

/** What is read of a card. */
export const readings: readonly Claim[] = [
  claim({
    id: "card.no-card-is-no-success",
    title:
      "A picture of no card is a 200 without success, whose error names the number among what is missing.",
    prove: async (ask) => {
      const answer = await ask("POST", cardAddress, { json: { frontImage: tinyPicture } });
      const { success, error = "", data } = readReading(answer);
      expectSame(answer, "success", success, false);
      expectThat(answer, error.includes("idNumber"), "an error that names idNumber");
      expectThat(answer, data?.idNumber === undefined, "no number");
    },
  }),
  claim({
    id: "card.number-is-read",
    title: "The number of the card of the plan is read, of twelve digits.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const answer = await ask("POST", cardAddress, { json: imagesOf(card) });
      const { data } = readReading(answer);
      expectThat(answer, /^\d{12}$/.test(data?.idNumber ?? ""), "twelve digits");
      if (card.idNumber !== undefined) expectSame(answer, "idNumber", data?.idNumber, card.idNumber);
    },
  }),
  claim({
    id: "card.success-and-error-exclude-each-other",
    title: "There is an error exactly where there is no success, and it names each field that is missing.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const answer = await ask("POST", cardAddress, { json: imagesOf(card) });
      const { success, error, data = {} } = readReading(answer);
      expectSame(answer, "the presence of an error", error !== undefined, success === false);
      for (const name of ["idNumber", "fullName", "dateOfBirth", "sex"] as const) {
        const isTold = data[name] !== undefined || (error ?? "").includes(name);
        expectThat(answer, isTold, `${name} in the data or in the error`);
      }
    },
  }),
  claim({
    id: "card.values-are-in-their-form",
    title:
      "Dates are dd/MM/yyyy, sex is Nam or Nữ, names are NFC with single spaces, address is the residence.",
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
    id: "card.doubled-path-reads-alike",
    title: "The path with its prefix doubled reads the same card to the same fields.",
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
    id: "card.links-are-links",
    title: "Where links to images are sent, they are addresses that tell no number.",
    needs: ["card"],
    prove: async (ask, { card }) => {
      const answer = await ask("POST", cardAddress, { json: imagesOf(card) });
      const { imageUrls = {}, data, success } = readReading(answer);
      expectThat(answer, typeof success === "boolean", "whether it was read");
      for (const link of Object.values(imageUrls)) {
        expectThat(
          answer,
          URL.canParse(link) && !link.includes(data?.idNumber ?? "\n"),
          "an address without the number",
        );
      }
    },
  }),
];

function imagesOf({ front, back }: { readonly front: string; readonly back?: string }) {
  return { frontImage: front, ...(back === undefined ? {} : { backImage: back }) };
}

function readReading(answer: Answer): IdCardResponse {
  expectStatus(answer, 200);
  return expectBody(answer);
}
