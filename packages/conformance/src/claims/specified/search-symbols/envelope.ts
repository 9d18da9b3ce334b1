import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectSame, expectThat } from "../../../expect.ts";
import { fieldsOf, rowsOf } from "../../../fields.ts";
import { searchAddress } from "../../address.ts";

const claim = claimsOf("searchSymbols", { at: { search: "a" } });

/** The envelope of a search result. */
export const envelope: readonly Claim[] = [
  claim("search.needs-no-token", {
    title: "A search is answered without a token.",
    at: { search: "fpt" },
  }),
  claim("search.token-ignored", {
    title: "A search with an invalid token is answered like one without.",
    at: { search: "fpt" },
    rows: [{ token: "nonsense" }, { token: "a.b.c" }],
  }),
  claim("search.success-status", {
    title: "`isSuccess` is true and `returnCode` 0, with and without results.",
    body: { isSuccess: true, returnCode: 0 },
    rows: [{}, { at: { search: "zzqqxxzz" } }],
  }),
  claim("search.request-and-data-type", {
    title: "`requestType` is GetSymbolSearch and `dataType` SymbolSearch.",
    body: { requestType: "GetSymbolSearch", dataType: "SymbolSearch" },
  }),
  claim("search.request-id-valid", {
    title: "`requestID` is present and different for each request.",
    prove: async (ask) => {
      const [first, second] = [await ask("GET", searchAddress("a")), await ask("GET", searchAddress("a"))];
      const ids = [first, second].map((answer) => expectBody(answer)["requestID"]);
      const areThere = ids.every((id) => typeof id === "string" && id !== "");
      expectThat(second, areThere, "a `requestID` that is not empty");
      expectThat(second, ids[0] !== ids[1], "another `requestID` than that of the previous request");
    },
  }),
  claim("search.service-instance", {
    title: "`serviceInstance` has a type, an id and `lastUnixTime` in milliseconds.",
    check: ({ serviceInstance }, answer) => {
      const { serviceType, instanceID, lastUnixTime } = fieldsOf(rowsOf(serviceInstance)[0]);
      const isNamed = [serviceType, instanceID].every((name) => typeof name === "string" && name !== "");
      expectThat(answer, isNamed, "a `serviceType` and an `instanceID`");
      expectThat(answer, Number(lastUnixTime) > 1_600_000_000_000, "`lastUnixTime` in Unix milliseconds");
    },
  }),
  claim("search.time-is-measured", {
    title: "`executionTime` is a number of milliseconds from 0 on, or absent.",
    check: ({ executionTime = 0 }, answer) => {
      const isTime = typeof executionTime === "number" && executionTime >= 0 && executionTime < 60_000;
      expectThat(answer, isTime, "an `executionTime` from 0 on, or none");
    },
  }),
  claim("search.last-time-is-the-newest", {
    title: "`lastTime` is the newest `info.time` of the data, or absent if there is none.",
    rows: ["a", "fpt", "zzqqxxzz"].map((search) => ({ at: { search } })),
    check: ({ data, lastTime }, answer) => {
      const times = rowsOf(data).flatMap(({ info }) => {
        const { time } = fieldsOf(info);
        return typeof time === "number" ? [time] : [];
      });
      const newest = times.length === 0 ? undefined : Math.max(...times);
      expectSame(answer, "lastTime", lastTime, newest);
    },
  }),
  claim("search.detail-not-empty", {
    title: "`detail` is absent rather than empty or null.",
    check: ({ detail }, answer) =>
      expectThat(answer, detail !== "" && detail !== null, "a `detail` that is not empty, or none"),
  }),
  claim("search.no-match-succeeds", {
    title: "A term that matches nothing is a 200 with empty `data`.",
    at: { search: "zzqqxxzz" },
    body: { data: [] },
  }),
  claim("search.at-most-50", {
    title: "A search finds at most 50 symbols.",
    rows: ["a", "n", "c", "1"].map((search) => ({ at: { search } })),
    check: ({ data }, answer) => expectThat(answer, rowsOf(data).length <= 50, "at most 50 entries"),
  }),
];
