import type { Answer, Ask } from "../../../ask.ts";
import { type Claim, claimsOf, headLikeGet } from "../../../claim.ts";
import { expectBody, expectHeader, expectSame, expectStatus, expectThat } from "../../../expect.ts";
import { searchAddress } from "../../address.ts";

const claim = claimsOf("searchSymbols", { at: { search: "fpt" } });
const weak = /^W\/"[^"\s]+"$/;
const tryCountMax = 10;

/** ETags of search results. */
export const tags: readonly Claim[] = [
  claim("search.etag-is-weak", {
    title: "A search has a weak `ETag`.",
    rows: [{}, { at: { search: "zzqqxxzz" } }],
    check: (_, answer) => void expectHeader(answer, "ETag", weak),
  }),
  claim("search.unchanged-is-304", {
    title: "The current tag in If-None-Match is answered with 304, the same tag and no body.",
    prove: async (ask) => void (await proveUnchanged(ask, (tag) => tag)),
  }),
  claim("search.etag-compared-weakly", {
    title: "The strong form of the tag and a list that contains it are answered with 304 as well.",
    prove: async (ask) => {
      await proveUnchanged(ask, (tag) => tag.slice(2));
      await proveUnchanged(ask, (tag) => `"other", ${tag}, W/"another"`);
    },
  }),
  claim("search.any-tag-is-304", {
    title: "`If-None-Match: *` is answered with 304.",
    headers: { "If-None-Match": "*" },
    status: 304,
  }),
  claim("search.other-tag-is-200", {
    title: "Another tag is answered with 200 and the data.",
    prove: async (ask) => {
      const other = expectHeader(await ask("GET", searchAddress("zzqqxxzz")), "ETag", weak);
      for (const tag of [other, 'W/"stale"', "stale"]) {
        expectStatus(await ask("GET", searchAddress("a"), { headers: { "If-None-Match": tag } }), 200);
      }
    },
  }),
  claim("search.etag-follows-data", {
    title: "Two searches have the same tag exactly if their data are the same.",
    prove: async (ask) => {
      const answers: Answer[] = [];
      for (const term of ["a", "A", "fpt", "b", "zzqqxxzz", "qqzzqqzz"])
        answers.push(await ask("GET", searchAddress(term)));
      const [seen, tagged] = [new Map<string, string>(), new Map<string, string>()];
      for (const answer of answers) {
        const data = JSON.stringify(expectBody(answer)["data"]);
        const tag = expectHeader(answer, "ETag", weak);
        const before = seen.get(tag);
        const isOther = before === undefined || before === data;
        expectThat(answer, isOther, `another tag than ${tag}, which other data had`);
        seen.set(tag, data);
        const earlier = tagged.get(data) ?? tag;
        expectThat(answer, earlier === tag, `the tag ${earlier}, which the same data had`);
        tagged.set(data, tag);
      }
    },
  }),
  claim("search.etag-covers-data-only", {
    title: "The tag depends on the data and not on the rest of the envelope.",
    prove: async (ask) => {
      const one = await ask("GET", `${searchAddress("zzqqxxzz")}?algoID=1`);
      const two = await ask("GET", `${searchAddress("zzqqxxzz")}?positionID=2`);
      expectSame(two, "ETag", expectHeader(two, "ETag", weak), expectHeader(one, "ETag", weak));
    },
  }),
  claim("search.head-matches-get", headLikeGet),
  claim("search.head-honors-etag", {
    title: "HEAD with a matching tag is a 304.",
    method: "HEAD",
    headers: { "If-None-Match": "*" },
    status: 304,
  }),
];

/** Repeats the two requests, because the data may change between them. */
async function proveUnchanged(ask: Ask, send: (tag: string) => string): Promise<void> {
  let last: Answer | undefined;
  for (let tryCount = 0; tryCount < tryCountMax; tryCount += 1) {
    const before = await ask("GET", searchAddress("fpt"));
    const tag = expectHeader(before, "ETag", weak);
    last = await ask("GET", searchAddress("fpt"), { headers: { "If-None-Match": send(tag) } });
    if (last.status === 304) return expectSame(last, "ETag", last.headers.get("etag"), [tag]);
  }
  if (last !== undefined) expectStatus(last, 304);
}
