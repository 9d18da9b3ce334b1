import type { Answer, Ask } from "../../../ask.ts";
import { splitEvents } from "../../../check-answer.ts";
import { type Claim, claimsOf, refusing } from "../../../claim.ts";
import { expectAscending, expectHeader, expectSame, expectStatus, expectThat } from "../../../expect.ts";
import { type Fields, fieldsOf } from "../../../fields.ts";
import { listPage } from "../../specified/list-notifications/pages.ts";
import { coverSuccessfully } from "../../specified/set-covered-margin-call/cover.ts";
import { absentAccountId } from "../addresses.ts";

const claim = claimsOf("companion.streamLive");
const address = "/companion/v0/live";

/** The claims of the stream. A deployment without the operation answers 501, which is accepted. */
export const claims: readonly Claim[] = [
  claim("live.hello-comes-first", {
    title: "The first event is `hello`, the second `market`, and then each symbol comes in full.",
    needs: ["symbol"],
    prove: async (ask, { symbol }) => {
      const answer = await read(ask, `?symbols=${symbol},ZZQQXX`, {}, "quote");
      if (answer === undefined) return;
      const [hello, market, quote] = eventsOf(answer);
      const names = [hello?.event, market?.event, quote?.event];
      expectSame(answer, "the names", names, ["hello", "market", "quote"]);
      expectSame(answer, "symbols", hello?.data["symbols"], [symbol]);
      expectSame(answer, "unknownSymbols", hello?.data["unknownSymbols"], ["ZZQQXX"]);
      expectSame(answer, "hasNotifications", hello?.data["hasNotifications"], false);
      expectSame(answer, "isFull", quote?.data["isFull"], true);
      expectHeader(answer, "Content-Type", /^text\/event-stream/);
      expectHeader(answer, "Cache-Control", /no-store.*no-transform/);
    },
  }),
  claim("live.notifications-from-the-first", {
    title: "With `after=0` every notification comes once and in order, each with its id.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token } }) => {
      const newest = await newestId(ask, token);
      const answer = await read(ask, "?after=0", { token }, `\nid: ${newest}\n`);
      if (answer === undefined) return;
      const ids = notificationsOf(answer).map(({ data }) => Number(data["id"]));
      expectSame(answer, "the ids of the events", idsOf(answer), ids.map(String));
      expectAscending(answer, "the ids", ids, true);
      expectThat(answer, ids.includes(newest), `the notification ${newest}`);
    },
  }),
  claim("live.resumes-after-the-last-id", {
    title: "`Last-Event-ID` wins over `after`, and what was seen does not come again.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token } }) => {
      const newest = await newestId(ask, token);
      const all = await read(ask, "?after=0", { token }, `\nid: ${newest}\n`);
      if (all === undefined) return;
      const ids = idsOf(all);
      const headers = { "Last-Event-ID": ids.at(-2) ?? "0" };
      const answer = await read(ask, "?after=0", { token, headers }, `\nid: ${newest}\n`);
      if (answer === undefined) return;
      expectSame(answer, "the ids", idsOf(answer), ids.slice(-1));
      expectSame(answer, "place", eventsOf(answer)[0]?.data["place"], Number(headers["Last-Event-ID"]));
    },
  }),
  claim("live.account-comes-as-it-is", {
    title: "An account that is followed comes first as `getAccount` has it.",
    needs: ["user", "position"],
    prove: async (ask, { user: { token }, position }) => {
      await coverSuccessfully(ask, { token, position }, 0);
      const answer = await read(ask, `?accounts=${position.accountId}`, { token }, "event: account");
      if (answer === undefined) return;
      const account = eventsOf(answer).find(({ event }) => event === "account");
      expectSame(answer, "accountId", account?.data["accountId"], position.accountId);
    },
  }),
  claim("live.nothing-asked-for-is-400", {
    title: "Without a token and without symbols there is nothing to follow: a 400 that names `symbols`.",
    refused: "symbols",
  }),
  claim("live.bad-questions-are-400", {
    title: "Unknown fields, bad ids and empty lists are a 400 that names them.",
    as: "user",
    rows: [
      ...refusing("fields=all", "after=-1", "after=x", "after=1", "symbols="),
      ...refusing(`symbols=${Array.from({ length: 201 }, (_, index) => `S${index}`)}`),
      { headers: { "Last-Event-ID": "five" }, refused: "Last-Event-ID" },
    ],
  }),
  claim("live.token-has-to-stand", {
    title: "A token that does not verify is a 401 before the stream, and so is an account without a token.",
    needs: ["position"],
    prove: async (ask, { position }) => {
      expectStatus(await ask("GET", `${address}?symbols=FPT`, { token: "nonsense" }), 401);
      const answer = await ask("GET", `${address}?accounts=${position.accountId}`);
      if (answer.status !== 501) expectStatus(answer, 401);
    },
  }),
  claim("live.foreign-account-like-absent-one", {
    title: "An account of another user is answered like one that does not exist, before the stream.",
    as: "user",
    notFound: true,
    sameAs: 0,
    rows: [{ query: `accounts=${absentAccountId}` }, { query: "accounts={otherPosition.accountId}" }],
  }),
];

type LiveEvent = { readonly event: string; readonly id: string | undefined; readonly data: Fields };

/** Reads a stream until its text has what is waited for; undefined where there are no streams. */
async function read(
  ask: Ask,
  query: string,
  options: { readonly token?: string; readonly headers?: Readonly<Record<string, string>> },
  awaited: string,
): Promise<Answer | undefined> {
  const until = (text: string): boolean => {
    const found = text.indexOf(awaited);
    return found !== -1 && text.includes("\n\n", found);
  };
  const answer = await ask("GET", `${address}${query}`, { ...options, until });
  if (answer.status === 501) return undefined;
  expectStatus(answer, 200);
  return answer;
}

function eventsOf(answer: Answer): LiveEvent[] {
  return splitEvents(answer).map(({ event = "", id, data = "{}" }) => ({
    event,
    id,
    data: fieldsOf(JSON.parse(data)),
  }));
}

function idsOf(answer: Answer): (string | undefined)[] {
  return notificationsOf(answer).map(({ id }) => id);
}

function notificationsOf(answer: Answer): LiveEvent[] {
  return eventsOf(answer).filter(({ event }) => event === "notification");
}

async function newestId(ask: Ask, token: string): Promise<number> {
  const { listed } = await listPage(ask, token, "?limit=1");
  return Number(listed[0]?.id);
}
