import { expect, test } from "vitest";
import { weighClaims } from "./weigh.ts";

const byQr = { field: "idNumber", value: "001204000017", source: "qr", confidence: 0.99 } as const;
const byMrz = { ...byQr, source: "mrz" } as const;
const byPrint = { ...byQr, source: "print", confidence: 0.8 } as const;

test("the QR code precedes the MRZ, and the MRZ precedes print", () => {
  const { fields } = weighClaims([byPrint, byMrz, byQr]);
  expect(fields.idNumber?.source).toBe("qr");
  expect(weighClaims([byPrint, byMrz]).fields.idNumber?.source).toBe("mrz");
});

test("a number on which QR code and MRZ disagree is doubtful and left out", () => {
  const { fields, doubtful } = weighClaims([byQr, { ...byMrz, value: "001204000018" }]);
  expect(fields.idNumber).toBeUndefined();
  expect(doubtful).toEqual(["idNumber"]);
});

test("a printed number of another person contradicts, and one with a misread digit does not", () => {
  expect(weighClaims([byMrz, { ...byPrint, value: "038162000391" }]).doubtful).toEqual(["idNumber"]);
  expect(weighClaims([byMrz, { ...byPrint, value: "001204000077" }]).fields.idNumber?.value).toBe(
    "001204000017",
  );
});

test("a number from print alone is left out below its threshold", () => {
  expect(weighClaims([byPrint]).fields.idNumber).toBeUndefined();
  expect(weighClaims([{ ...byPrint, confidence: 0.95 }]).fields.idNumber?.value).toBe("001204000017");
});

test("a doubtful field other than the number is returned and listed as doubtful", () => {
  const issued = { field: "dateOfIssue", value: "22/08/2022", source: "print", confidence: 0.4 } as const;
  const { fields, doubtful } = weighClaims([issued]);
  expect(fields.dateOfIssue?.value).toBe("22/08/2022");
  expect(doubtful).toEqual(["dateOfIssue"]);
});

test("the MRZ, which has no accents, can contradict a name but not confirm it", () => {
  const name = { field: "fullName", value: "ĐỖ THỊ HẠNH", source: "print", confidence: 0.92 } as const;
  const witness = { ...name, value: "DO THI HANH", source: "mrz", canOnlyContradict: true } as const;
  expect(weighClaims([name, witness]).fields.fullName?.confidence).toBe(0.92);
  expect(weighClaims([name, witness]).doubtful).toEqual([]);
  expect(weighClaims([{ ...name, confidence: 0.89 }, witness]).doubtful).toEqual(["fullName"]);
  expect(weighClaims([witness]).fields.fullName).toBeUndefined();
  const other = weighClaims([name, { ...witness, value: "TRAN MINH KHOI" }]);
  expect(other.fields.fullName?.contradictedBy).toEqual(["mrz"]);
  expect(other.doubtful).toEqual(["fullName"]);
});
