import { expect, test } from "vitest";
import { readSettings } from "../settings/settings.ts";

const whole = {
  IMAGES: "/var/lib/oms/images",
  IMAGES_KEY_FILE: "/etc/oms/image-keys.json",
  IMAGES_URL: "https://api.example.com/",
  IMAGES_PURPOSE: "opening an account",
  IMAGES_CONSENT: "terms of November 2026",
};
const access = { IMAGES_S3_ACCESS_KEY_ID: "oms", IMAGES_S3_SECRET_ACCESS_KEY: "hunter2" };

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const reading = readSettings([], environment);
  return reading.kind === "faulty" ? reading.faults : [];
}

test("stores no images unless a place is configured", () => {
  const { IMAGES, ...others } = whole;
  for (const environment of [{}, others]) {
    const reading = readSettings([], environment);
    expect(reading.kind === "settings" && reading.settings.images).toBeUndefined();
  }
});

test("stores images in a folder or a bucket, by default for a month with links of ten minutes", () => {
  const settings = {
    keyFile: "/etc/oms/image-keys.json",
    keptMs: 30 * 86_400_000,
    linkMs: 600_000,
    origin: "https://api.example.com",
    purpose: "opening an account",
    consent: "terms of November 2026",
  };
  expect(readSettings([], whole)).toMatchObject({
    settings: { images: { ...settings, place: { kind: "disk", folder: "/var/lib/oms/images" } } },
  });
  const bucket = {
    ...whole,
    ...access,
    IMAGES: "https://s3.example.com/cards",
    IMAGES_DAYS: "2",
    IMAGES_S3_REGION: "here-1",
  };
  expect(readSettings([], bucket)).toMatchObject({
    settings: {
      images: {
        ...settings,
        keptMs: 2 * 86_400_000,
        place: { kind: "s3", bucketUrl: "https://s3.example.com/cards" },
        access: { region: "here-1", accessKeyId: "oms", secretAccessKey: "hunter2" },
      },
    },
  });
});

test("requires key file, URL, purpose and consent to store images", () => {
  expect(faultsOf({ IMAGES: "/var/lib/oms/images" })).toEqual([
    "IMAGES keeps images, so that IMAGES_KEY_FILE, IMAGES_URL, IMAGES_PURPOSE, IMAGES_CONSENT have to be set as well.",
  ]);
  expect(faultsOf({ ...whole, IMAGES_CONSENT: "" })).toEqual([
    "IMAGES keeps images, so that IMAGES_CONSENT has to be set as well.",
  ]);
  expect(faultsOf({ ...whole, IMAGES: "https://s3.example.com/cards" })).toEqual([
    "IMAGES keeps images, so that IMAGES_S3_ACCESS_KEY_ID, IMAGES_S3_SECRET_ACCESS_KEY have to be set as well.",
  ]);
});

test("requires https for links, except to this machine", () => {
  for (const address of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
    expect(faultsOf({ ...whole, IMAGES_URL: address })).toEqual([]);
  }
});

test.each([
  { IMAGES: "on" },
  { IMAGES: "./images" },
  { IMAGES: "https://oms:hunter2@s3.example.com/cards" },
  { IMAGES_URL: "api.example.com" },
  { IMAGES_URL: "http://api.example.com" },
  { IMAGES_URL: "https://oms:hunter2@api.example.com" },
  { IMAGES_URL: "https://api.example.com/?a=1" },
  { IMAGES_DAYS: "0" },
  { IMAGES_LINK_MINUTES: "61" },
  { IMAGES_PURPOSES: "a slip" },
])("reports an invalid value by name without quoting possible passwords: %o", (given) => {
  const faults = faultsOf({ ...whole, ...access, ...given });
  expect(faults.length).toBe(1);
  expect(faults[0]).toMatch(new RegExp(`^${Object.keys(given)[0]} `));
  expect(faults[0]).not.toContain("hunter2");
});
