import type { ReadMrz } from "./mrz/read-mrz.ts";
import type { QrSays } from "./qr/parse-qr-text.ts";
import type { Claim } from "./weigh/claim.ts";

/** What a QR code claims. Its error correction lets no slip through, so that only another card's code could be wrong. */
export function qrClaims(says: QrSays): Claim[] {
  const values = {
    idNumber: says.idNumber,
    fullName: says.fullName,
    dateOfBirth: says.dateOfBirth,
    sex: says.sex,
    placeOfResidence: says.placeOfResidence,
    dateOfIssue: says.dateOfIssue,
  };
  return toClaims(values, "qr", 0.99);
}

/** What machine-readable lines claim. Their name has no accents, so that it can contradict one and gives none. */
export function mrzClaims({ says, score, nameScore }: ReadMrz): Claim[] {
  if (says === undefined) return [];
  const values = {
    idNumber: says.idNumber,
    dateOfBirth: says.dateOfBirth,
    sex: says.sex,
    dateOfExpiry: says.dateOfExpiry === "none" ? "Không thời hạn" : says.dateOfExpiry,
    nationality: says.nationality === "VNM" ? "Việt Nam" : undefined,
  };
  const name: Claim = {
    field: "fullName",
    value: says.plainName,
    source: "mrz",
    confidence: nameScore,
    isWitness: true,
  };
  // Check digits passed, so that a match as good as this leaves a slip in a hundred thousand.
  return [...toClaims(values, "mrz", Math.min(0.98, 0.9 + score / 10)), name];
}

function toClaims(
  values: Partial<Record<Claim["field"], string | undefined>>,
  source: Claim["source"],
  confidence: number,
): Claim[] {
  return Object.entries(values).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field: field as Claim["field"], value, source, confidence }],
  );
}
