import type { Answer } from "../../../ask.ts";
import { type Fields, fieldsOf, rowsOf } from "../../../check-answer.ts";
import { type Claim, claimsOf } from "../../../claim.ts";
import {
  expectBody,
  expectLikeGet,
  expectOk,
  expectSame,
  expectStatus,
  expectThat,
} from "../../../expect.ts";

const claim = claimsOf("companion.getMarket");
const address = "/companion/v0/market";

/** The claims of the state of the market. */
export const claims: readonly Claim[] = [
  claim({
    id: "market.every-exchange-once",
    title: "Each of the four exchanges is listed once.",
    prove: async (ask) => {
      const answer = await ask("GET", address);
      const names = exchangesOf(answer).map(({ exchange }) => String(exchange));
      expectSame(answer, "exchanges", names.toSorted(), ["DERIVATIVES", "HNX", "HOSE", "UPCOM"]);
    },
  }),
  claim({
    id: "market.next-session-change-in-future",
    title: "Each session changes after the time of the answer, or never within a year.",
    prove: async (ask) => {
      const answer = await ask("GET", address);
      const time = Number(expectBody(answer)["time"]);
      const isLater = ({ changesAt }: Fields) => changesAt === null || Number(changesAt) > time;
      expectThat(answer, exchangesOf(answer).every(isLater), "`changesAt` after `time`");
    },
  }),
  claim({
    id: "market.holidays-in-future",
    title: "The holidays are in order, each once, and none is before today in UTC+7.",
    prove: async (ask) => {
      const answer = await ask("GET", address);
      const { time, holidays } = expectBody(answer);
      const days = (Array.isArray(holidays) ? holidays : []).map(String);
      const today = new Date(Number(time) + 7 * 3_600_000).toISOString().slice(0, 10);
      expectSame(answer, "holidays", days, [...new Set(days)].sort());
      expectThat(
        answer,
        days.every((day) => day >= today),
        `holidays from ${today} on`,
      );
    },
  }),
  claim({
    id: "market.halts-in-order",
    title: "The halted symbols are in order, each once.",
    prove: async (ask) => {
      const answer = await ask("GET", address);
      const { halted } = expectOk(answer);
      const symbols = Array.isArray(halted) ? halted.map(String) : undefined;
      expectSame(answer, "halted", symbols, symbols && [...new Set(symbols)].sort());
      expectThat(answer, symbols !== undefined, "a list of halted symbols");
    },
  }),
  claim({
    id: "market.silence-has-start-time",
    title: "A silent feed has `silentSince`, which is past, and no other feed has it.",
    prove: async (ask) => {
      const answer = await ask("GET", address);
      const { time, feed } = expectBody(answer);
      const { status, silentSince } = fieldsOf(feed);
      if (status !== "silent") expectSame(answer, "silentSince", silentSince, undefined);
      else expectThat(answer, Number(silentSince) <= Number(time), "`silentSince` up to `time`");
    },
  }),
  claim({
    id: "market.needs-no-token",
    title: "A token is not looked at.",
    prove: async (ask) => expectStatus(await ask("GET", address, { token: "nonsense" }), 200),
  }),
  claim({
    id: "market.head-matches-get",
    title: "HEAD is answered like GET, without a body.",
    prove: (ask) => expectLikeGet(ask, address, {}),
  }),
];

function exchangesOf(answer: Answer): Fields[] {
  const { exchanges } = expectOk(answer);
  return rowsOf(exchanges);
}
