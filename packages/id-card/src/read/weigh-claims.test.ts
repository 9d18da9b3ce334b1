import { expect, test } from "vitest";
import { weighClaims } from "./weigh.ts";

const byQr = { field: "idNumber", value: "001204000017", source: "qr", confidence: 0.99 } as const;
const byMrz = { ...byQr, source: "mrz" } as const;
const byPrint = { ...byQr, source: "print", confidence: 0.8 } as const;

test("The QR code is believed before the lines, and the lines before print", () => {
  const { fields } = weighClaims([byPrint, byMrz, byQr]);
  expect(fields.idNumber?.source).toBe("qr");
  expect(weighClaims([byPrint, byMrz]).fields.idNumber?.source).toBe("mrz");
});

test("A number that code and lines do not agree on is doubtful, and left out", () => {
  const { fields, doubtful } = weighClaims([byQr, { ...byMrz, value: "001204000018" }]);
  expect(fields.idNumber).toBeUndefined();
  expect(doubtful).toEqual(["idNumber"]);
});

test("A number of print that is somebody else's contradicts; one with a misread digit does not", () => {
  expect(weighClaims([byMrz, { ...byPrint, value: "038162000391" }]).doubtful).toEqual(["idNumber"]);
  expect(weighClaims([byMrz, { ...byPrint, value: "001204000077" }]).fields.idNumber?.value).toBe(
    "001204000017",
  );
});

test("A number that only print gives is left out below its gate", () => {
  expect(weighClaims([byPrint]).fields.idNumber).toBeUndefined();
  expect(weighClaims([{ ...byPrint, confidence: 0.95 }]).fields.idNumber?.value).toBe("001204000017");
});

test("A doubtful field other than the number is given, and named", () => {
  const issued = { field: "dateOfIssue", value: "22/08/2022", source: "print", confidence: 0.4 } as const;
  const { fields, doubtful } = weighClaims([issued]);
  expect(fields.dateOfIssue?.value).toBe("22/08/2022");
  expect(doubtful).toEqual(["dateOfIssue"]);
});

test("The lines have no accents, so that they contradict a name, and make none surer", () => {
  const name = { field: "fullName", value: "ĐỖ THỊ HẠNH", source: "print", confidence: 0.7 } as const;
  const witness = { ...name, value: "DO THI HANH", source: "mrz", isWitness: true } as const;
  expect(weighClaims([name, witness]).fields.fullName?.confidence).toBe(0.7);
  expect(weighClaims([name, witness]).doubtful).toEqual([]);
  expect(weighClaims([witness]).fields.fullName).toBeUndefined();
  const other = weighClaims([name, { ...witness, value: "TRAN MINH KHOI" }]);
  expect(other.fields.fullName?.contradictedBy).toEqual(["mrz"]);
  expect(other.doubtful).toEqual(["fullName"]);
});
