import { type Claim, claimsOf } from "../../../claim.ts";
import { expectNotFound, expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { absentAccount, auditAddress, readEntries } from "../desk.ts";

const claim = claimsOf("operator.listAudit");

/** The claims of lists of audit entries. */
export const claims: readonly Claim[] = [
  claim({
    id: "audit.pages-meet",
    title: "Entries come newest first, and the cursor of a page leads to the places before it, each once.",
    needs: ["viewer", "operator", "position"],
    prove: async (ask, { viewer: { token }, position: { accountId } }) => {
      let cursor: unknown;
      let last = Number.POSITIVE_INFINITY;
      for (let page = 0; page < 5 && cursor !== null; page += 1) {
        const query = `limit=2${cursor === undefined ? "" : `&cursor=${String(cursor)}`}`;
        const { answer, entries, nextCursor } = await readEntries(ask, token, accountId, query);
        for (const { place } of entries) {
          const isNext = Number(place) === last - 1 || last === Number.POSITIVE_INFINITY;
          expectThat(answer, isNext, `the place before ${last}`);
          last = Number(place);
        }
        cursor = nextCursor;
      }
    },
  }),
  claim({
    id: "audit.filters-leave-what-they-name",
    title: "A filter by kind, person, symbol or time leaves entries that match it alone.",
    needs: ["viewer", "operator", "position"],
    prove: async (ask, { viewer: { token }, position: { accountId } }) => {
      const { entries: all } = await readEntries(ask, token, accountId);
      const [newest] = all;
      const { kind, actor, time } = newest ?? {};
      for (const [query, matches] of [
        [`kind=${String(kind)}`, (entry: Entry) => entry["kind"] === kind],
        [`actor=${encodeURIComponent(String(actor))}`, (entry: Entry) => entry["actor"] === actor],
        [`from=${String(time)}`, (entry: Entry) => Number(entry["time"]) >= Number(time)],
        [`until=${String(time)}`, (entry: Entry) => Number(entry["time"]) < Number(time)],
      ] as const) {
        const { answer, entries } = await readEntries(ask, token, accountId, query);
        const expected = all.filter(matches).map(({ place }) => place);
        const shown = entries.map(({ place }) => place).slice(0, expected.length);
        expectSame(answer, `the entries of ${query}`, shown, expected);
        expectThat(answer, entries.every(matches), `entries of ${query} alone`);
      }
    },
  }),
  claim({
    id: "audit.reserved-chains-exist",
    title:
      "What belongs to no account has the chains `prices`, `rates` and `catalog`; an absent account has none.",
    needs: ["viewer", "operator"],
    prove: async (ask, { viewer: { token } }) => {
      for (const chain of ["prices", "rates", "catalog"]) await readEntries(ask, token, chain);
      expectNotFound(await ask("GET", auditAddress(absentAccount), { token }));
    },
  }),
  claim({
    id: "audit.query-is-checked",
    title: "A limit, a cursor or a kind that is none is a 400 that names it.",
    needs: ["viewer", "operator", "position"],
    prove: async (ask, { viewer: { token }, position: { accountId } }) => {
      for (const [query, field] of [
        ["limit=0", "limit"],
        ["limit=501", "limit"],
        ["cursor=0", "cursor"],
        ["kind=nothing", "kind"],
      ] as const) {
        expectRefusal(await ask("GET", `${auditAddress(accountId)}?${query}`, { token }), field);
      }
    },
  }),
];

type Entry = Readonly<Record<string, unknown>>;
