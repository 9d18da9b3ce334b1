import { type Claim, claimsOf, type Row } from "../../../claim.ts";
import { expectThat } from "../../../expect.ts";

const claim = claimsOf("searchSymbols");

const refused: readonly (readonly [id: string, title: string, written: string])[] = [
  ["lone-percent", "A percent sign without hexadecimal digits", "%"],
  ["half-encoding", "A truncated percent-encoding", "ab%4"],
  ["no-encoding", "An invalid percent-encoding", "%zz"],
  ["nul", "The character 0", "%00"],
  ["nul-inside", "The character 0 within a term", "fp%00t"],
  ["line-feed", "A line feed", "a%0Ab"],
  ["escape", "An escape character", "%1B"],
  ["delete", "The character 127", "a%7F"],
  ["control-of-latin-1", "A control character beyond ASCII", "a%C2%85"],
  ["no-utf-8", "A byte that is not UTF-8", "%FF"],
  ["overlong", "An overlong encoding", "%C0%AF"],
  ["surrogate", "Half of a surrogate pair", "%ED%A0%80"],
  ["blank", "A term of spaces", "%20%20"],
  ["101-characters", "A term of 101 characters", "a".repeat(101)],
  ["101-after-nfc", "A term that has 101 characters after NFC", encodeURIComponent("e\u0301".repeat(101))],
];

/** Valid and invalid search terms. */
export const terms: readonly Claim[] = [
  ...refused.map(([id, title, search]) =>
    claim(`search.term-${id}`, {
      title: `${title} is a 400 with an error for \`search\`.`,
      at: { search },
      problem: "search",
    }),
  ),
  claim("search.term-has-up-to-100-characters", {
    title: "A term of 100 characters after NFC and trimming is accepted, also beyond the basic plane.",
    rows: ["a".repeat(100), "😀".repeat(100), "e\u0301".repeat(100), ` ${"b".repeat(100)} `].map(encoded),
  }),
  claim("search.term-may-be-one-character", {
    title: "A term of one character is accepted, such as an encoded slash or percent sign.",
    rows: ["a", "đ", "/", "%", "?", "#"].map(encoded),
  }),
  claim("search.problem-has-trace-id", {
    title: "The problem for an invalid term has traceId, type and detail.",
    at: { search: "%00" },
    problem: "search",
    check: ({ traceId, type, detail }, answer) => {
      expectThat(answer, typeof traceId === "string" && traceId !== "", "a `traceId`");
      expectThat(answer, typeof type === "string" && typeof detail === "string", "`type` and `detail`");
    },
  }),
  claim("search.missing-term-is-404", {
    title: "A path without a term or with another segment is a 404.",
    notFound: true,
    rows: [
      { at: { search: "" } },
      { at: { search: "a/b" } },
      { at: { search: "/" } },
      { path: "/api/v1/MarketData/GetSymbolSearch" },
    ],
  }),
];

function encoded(term: string): Row {
  return { at: { search: encodeURIComponent(term) } };
}
