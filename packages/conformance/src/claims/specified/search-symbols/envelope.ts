import { fieldsOf, rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import { expectBody, expectOk, expectSame, expectStatus, expectThat } from "../../../expect.ts";
import { searchAddress } from "../../address.ts";
import { foundEntries } from "./matches.ts";

const claim = claimsOf("searchSymbols");

/** The envelope of a search result. */
export const envelope: readonly Claim[] = [
  claim({
    id: "search.needs-no-token",
    title: "A search is answered without a token.",
    prove: async (ask) => expectStatus(await ask("GET", searchAddress("fpt")), 200),
  }),
  claim({
    id: "search.token-ignored",
    title: "A search with an invalid token is answered like one without.",
    prove: async (ask) => {
      for (const token of ["nonsense", "a.b.c"]) {
        expectStatus(await ask("GET", searchAddress("fpt"), { token }), 200);
      }
    },
  }),
  claim({
    id: "search.success-status",
    title: "`isSuccess` is true and `returnCode` 0, with and without results.",
    prove: async (ask) => {
      for (const term of ["a", "zzqqxxzz"]) {
        const answer = await ask("GET", searchAddress(term));
        const { isSuccess, returnCode } = expectBody(answer);
        expectSame(answer, "isSuccess", isSuccess, true);
        expectSame(answer, "returnCode", returnCode, 0);
      }
    },
  }),
  claim({
    id: "search.request-and-data-type",
    title: "`requestType` is GetSymbolSearch and `dataType` SymbolSearch.",
    prove: async (ask) => {
      const answer = await ask("GET", searchAddress("a"));
      const { requestType, dataType } = expectBody(answer);
      expectSame(answer, "requestType", requestType, "GetSymbolSearch");
      expectSame(answer, "dataType", dataType, "SymbolSearch");
    },
  }),
  claim({
    id: "search.request-id-valid",
    title: "`requestID` is present and different for each request.",
    prove: async (ask) => {
      const [first, second] = [await ask("GET", searchAddress("a")), await ask("GET", searchAddress("a"))];
      const ids = [first, second].map((answer) => expectBody(answer)["requestID"]);
      expectThat(
        second,
        ids.every((id) => typeof id === "string" && id !== ""),
        "a `requestID` that is not empty",
      );
      expectThat(second, ids[0] !== ids[1], "another `requestID` than that of the previous request");
    },
  }),
  claim({
    id: "search.service-instance",
    title: "`serviceInstance` has a type, an id and `lastUnixTime` in milliseconds.",
    prove: async (ask) => {
      const answer = await ask("GET", searchAddress("a"));
      const { serviceInstance } = expectBody(answer);
      const [instance] = rowsOf(serviceInstance);
      const { serviceType, instanceID, lastUnixTime } = fieldsOf(instance);
      const isNamed = [serviceType, instanceID].every((name) => typeof name === "string" && name !== "");
      expectThat(answer, isNamed, "a `serviceType` and an `instanceID`");
      expectThat(answer, Number(lastUnixTime) > 1_600_000_000_000, "`lastUnixTime` in Unix milliseconds");
    },
  }),
  claim({
    id: "search.time-is-measured",
    title: "`executionTime` is a number of milliseconds from 0 on, or absent.",
    prove: async (ask) => {
      const answer = await ask("GET", searchAddress("a"));
      const { executionTime = 0 } = expectOk(answer);
      const isTime = typeof executionTime === "number" && executionTime >= 0 && executionTime < 60_000;
      expectThat(answer, isTime, "an `executionTime` from 0 on, or none");
    },
  }),
  claim({
    id: "search.last-time-is-the-newest",
    title: "`lastTime` is the newest `info.time` of the data, or absent if there is none.",
    prove: async (ask) => {
      for (const term of ["a", "fpt", "zzqqxxzz"]) {
        const answer = await ask("GET", searchAddress(term));
        const times = foundEntries(answer).flatMap(({ info }) => {
          const { time } = fieldsOf(info);
          return typeof time === "number" ? [time] : [];
        });
        const newest = times.length === 0 ? undefined : Math.max(...times);
        expectSame(answer, "lastTime", expectBody(answer)["lastTime"], newest);
      }
    },
  }),
  claim({
    id: "search.detail-not-empty",
    title: "`detail` is absent rather than empty or null.",
    prove: async (ask) => {
      const answer = await ask("GET", searchAddress("a"));
      const { detail } = expectOk(answer);
      expectThat(answer, detail !== "" && detail !== null, "a `detail` that is not empty, or none");
    },
  }),
  claim({
    id: "search.no-match-succeeds",
    title: "A term that matches nothing is a 200 with empty `data`.",
    prove: async (ask) => {
      const answer = await ask("GET", searchAddress("zzqqxxzz"));
      expectSame(answer, "data", foundEntries(answer), []);
    },
  }),
  claim({
    id: "search.at-most-50",
    title: "A search finds at most 50 symbols.",
    prove: async (ask) => {
      for (const term of ["a", "n", "c", "1"]) {
        const answer = await ask("GET", searchAddress(term));
        expectThat(answer, foundEntries(answer).length <= 50, "at most 50 entries");
      }
    },
  }),
];
