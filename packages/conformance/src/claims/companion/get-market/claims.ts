import { type Claim, claimsOf, headLikeGet } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import { type Fields, fieldsOf, rowsOf } from "../../../fields.ts";

const claim = claimsOf("companion.getMarket");

/** The claims of the state of the market. */
export const claims: readonly Claim[] = [
  claim("market.every-exchange-once", {
    title: "Each of the four exchanges is listed once.",
    check: ({ exchanges }, answer) => {
      const names = rowsOf(exchanges).map(({ exchange }) => String(exchange));
      expectSame(answer, "exchanges", names.toSorted(), ["DERIVATIVES", "HNX", "HOSE", "UPCOM"]);
    },
  }),
  claim("market.next-session-change-in-future", {
    title: "Each session changes after the time of the answer, or never within a year.",
    check: ({ time, exchanges }, answer) => {
      const isLater = ({ changesAt }: Fields) => changesAt === null || Number(changesAt) > Number(time);
      expectThat(answer, rowsOf(exchanges).every(isLater), "`changesAt` after `time`");
    },
  }),
  claim("market.holidays-in-future", {
    title: "The holidays are in order, each once, and none is before today in UTC+7.",
    check: ({ time, holidays }, answer) => {
      const days = (Array.isArray(holidays) ? holidays : []).map(String);
      const today = new Date(Number(time) + 7 * 3_600_000).toISOString().slice(0, 10);
      expectSame(answer, "holidays", days, [...new Set(days)].sort());
      const areAhead = days.every((day) => day >= today);
      expectThat(answer, areAhead, `holidays from ${today} on`);
    },
  }),
  claim("market.halts-in-order", {
    title: "The halted symbols are in order, each once.",
    check: ({ halted }, answer) => {
      const symbols = Array.isArray(halted) ? halted.map(String) : undefined;
      expectSame(answer, "halted", symbols, symbols && [...new Set(symbols)].sort());
      expectThat(answer, symbols !== undefined, "a list of halted symbols");
    },
  }),
  claim("market.silence-has-start-time", {
    title: "A silent feed has `silentSince`, which is past, and no other feed has it.",
    check: ({ time, feed }, answer) => {
      const { status, silentSince } = fieldsOf(feed);
      if (status !== "silent") expectSame(answer, "silentSince", silentSince, undefined);
      else expectThat(answer, Number(silentSince) <= Number(time), "`silentSince` up to `time`");
    },
  }),
  claim("market.needs-no-token", { title: "A token is not looked at.", token: "nonsense" }),
  claim("market.head-matches-get", headLikeGet),
];
