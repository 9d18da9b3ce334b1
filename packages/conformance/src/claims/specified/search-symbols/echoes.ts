import { type Claim, claimsOf } from "../../../claim.ts";
import { expectThat } from "../../../expect.ts";

const claim = claimsOf("searchSymbols", { at: { search: "zzqq" } });
const labels = ["algoID", "positionID"] as const;

const accepted = ["x", "A-1_b.2~", "đường→7", "'\"<>&\\", "1".repeat(64), "Đ".repeat(64)];
const refused: readonly (readonly [id: string, title: string, query: (label: string) => string])[] = [
  ["is-not-empty", "that is empty", (label) => `${label}=`],
  ["has-64-characters", "of 65 characters", (label) => `${label}=${"a".repeat(65)}`],
  ["has-no-space", "with a space", (label) => `${label}=a%20b`],
  ["has-no-control-character", "with a control character", (label) => `${label}=a%07b`],
  ["stands-once", "that is repeated", (label) => `${label}=a&${label}=a`],
  ["is-utf-8", "that is not UTF-8", (label) => `${label}=%ff`],
];

/** The labels of the caller, which are echoed. */
export const echoes: readonly Claim[] = labels.flatMap((label) => [
  claim(`search.${label}-is-echoed`, {
    title: `\`${label}\` of 1 to 64 visible characters is echoed unchanged.`,
    rows: accepted.map((value) => ({
      query: `${label}=${encodeURIComponent(value)}`,
      body: { [label]: value },
    })),
  }),
  claim(`search.${label}-is-absent-unless-sent`, {
    title: `\`${label}\` is absent if none was sent.`,
    rows: [{}, { query: label === "algoID" ? "positionID=1" : "algoID=1" }],
    check: (body, answer) => expectThat(answer, !(label in body), `no ${label}`),
  }),
  ...refused.map(([id, title, query]) =>
    claim(`search.${label}-${id}`, {
      title: `A \`${label}\` ${title} is a 400 with an error for it.`,
      query: query(label),
      problem: label,
    }),
  ),
]);
