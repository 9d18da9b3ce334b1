import type { Ask } from "../../../ask.ts";
import { type Claim, claimsOf, type RefusedBody, refusingBodies } from "../../../claim.ts";
import { expectRefusal, expectSame, expectThat } from "../../../expect.ts";
import { listPage } from "../../specified/list-notifications/pages.ts";
import { type Counts, countsOf, readCounts, untilStill } from "../count-notifications/counts.ts";

const claim = claimsOf("companion.readNotifications");
const address = "/companion/v0/notifications/read";

const idsUpTo = (count: number) =>
  JSON.stringify({ ids: Array.from({ length: count }, (_, each) => each + 1) });

const refused: readonly RefusedBody[] = [
  ["neither", "A body with neither ids nor through", "body", "{}"],
  ["both", "A body with both ids and through", "body", '{"ids":[1],"through":0}'],
  ["unknown-member", "An unknown member", "all", '{"through":0,"all":true}'],
  ["doubled-member", "A repeated member", "through", '{"through":0,"through":0}'],
  ["list", "A list instead of the object", "body", "[1]"],
  ["null", "The value null instead of the object", "body", "null"],
  ["no-json", "Text that is not JSON", "body", '{"through":0'],
  ["ids-empty", "An empty list of ids", "ids", '{"ids":[]}'],
  ["ids-501", "A list of 501 ids", "ids", idsUpTo(501)],
  ["ids-number", "A number instead of the list of ids", "ids", '{"ids":1}'],
  ["id-text", "A string of digits among the ids", "ids.0", '{"ids":["1"]}'],
  ["id-0", "A 0 among the ids", "ids.1", '{"ids":[1,0]}'],
  ["id-fraction", "A fraction among the ids", "ids.0", '{"ids":[1.5]}'],
  ["id-2-to-53", "A 2^53 among the ids", "ids.0", '{"ids":[9007199254740992]}'],
  ["through-text", "A string of digits as through", "through", '{"through":"0"}'],
  ["through-null", "The value null as through", "through", '{"through":null}'],
  ["through-below-0", "A number below 0 as through", "through", '{"through":-1}'],
  ["through-fraction", "A fraction as through", "through", '{"through":0.5}'],
  ["through-2-to-53", "2^53 as through", "through", '{"through":9007199254740992}'],
];

/**
 * The claims of marking notifications as read: which bodies are valid, and what is marked. A notification stays read, so
 * these hold for ones that were read before, too.
 */
export const claims: readonly Claim[] = [
  ...refusingBodies(claim, "read.body", refused),
  claim("read.body-500-ids", { title: "A list of 500 ids is accepted.", text: idsUpTo(500) }),
  claim("read.type-text-plain", {
    title: "A body that is not application/json is a 415.",
    headers: { "Content-Type": "text/plain" },
    text: '{"through":0}',
    status: 415,
  }),
  claim("read.ids-are-read", {
    title: "Notifications marked by their ids are listed as read, and marking them again changes nothing.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token } }) => {
      const { listed } = await listPage(ask, token, "?limit=3");
      const ids = listed.map(({ id }) => Number(id)).slice(1);
      const marked = await mark(ask, token, { ids });
      expectThat(marked.answer, marked.unread <= marked.all - ids.length, `${ids.length} read ones`);
      const shown = await listMarked(ask, token, ids);
      await mark(ask, token, { ids: [...ids, ...ids] });
      const again = await listMarked(ask, token, ids);
      expectSame(again.answer, "updated_at", again.times, shown.times);
    },
  }),
  claim("read.covered-are-read", {
    title: "All up to `through` are listed as read, with their `updated_at` as it was.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token } }) => {
      const { listed } = await listPage(ask, token, "?limit=100");
      const [through = 0, ...ids] = listed.slice(1).map(({ id }) => Number(id));
      const before = new Map(listed.map(({ id, updated_at }) => [id, updated_at]));
      const { answer, unread, all } = await mark(ask, token, { through });
      expectThat(answer, unread < all, "fewer unread ones than all");
      const shown = await listMarked(ask, token, [through, ...ids]);
      const times = shown.ids.map((id) => before.get(id));
      expectSame(shown.answer, "updated_at", shown.times, times);
    },
  }),
  claim("read.newest-leaves-none-unread", {
    title: "Marking through `newestId`, or beyond it, leaves nothing unread.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token } }) => {
      for (const beyond of [0, 1]) {
        await untilStill(async () => {
          const { newestId } = await readCounts(ask, token);
          const marked = await mark(ask, token, { through: newestId + beyond });
          if (marked.newestId !== newestId) return false;
          expectSame(marked.answer, "unread", marked.unread, 0);
          return true;
        });
      }
    },
  }),
  claim("read.earlier-changes-nothing", {
    title: "An earlier `through`, and 0, change nothing, and answer what is counted.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token } }) => {
      const { listed } = await listPage(ask, token, "?limit=3");
      const ids = listed.map(({ id }) => Number(id));
      await mark(ask, token, { through: ids[0] ?? 0 });
      for (const through of [ids[2] ?? 0, 0]) {
        await untilStill(async () => {
          const before = await readCounts(ask, token);
          const marked = await mark(ask, token, { through });
          if (marked.newestId !== before.newestId) return false;
          expectSame(marked.answer, "the numbers", numbersOf(marked), numbersOf(before));
          return true;
        });
      }
    },
  }),
  claim("read.foreign-through-is-400", {
    title: "Another user's notification as `through` is a 400 with a detail for it.",
    needs: ["user", "otherUser", "notifications"],
    prove: async (ask, { user, otherUser }) => {
      const { newestId: through } = await readCounts(ask, user.token);
      expectRefusal(await ask("POST", address, { token: otherUser.token, json: { through } }), "through");
    },
  }),
  claim("read.foreign-ids-ignored", {
    title: "Ids of another user's notifications are ignored, and marked for neither user.",
    needs: ["user", "otherUser", "notifications"],
    prove: async (ask, { user, otherUser }) => {
      await untilStill(async () => {
        const before = [await readCounts(ask, user.token), await readCounts(ask, otherUser.token)];
        const marked = await mark(ask, otherUser.token, { ids: [before[0]?.newestId ?? 0] });
        const after = [await readCounts(ask, user.token), await readCounts(ask, otherUser.token)];
        const isStill = after.every(({ newestId }, index) => newestId === before[index]?.newestId);
        if (!isStill) return false;
        expectSame(marked.answer, "the numbers", after.map(numbersOf), before.map(numbersOf));
        return true;
      });
    },
  }),
];

async function mark(ask: Ask, token: string, json: object): Promise<Counts> {
  return countsOf(await ask("POST", address, { token, json }));
}

function numbersOf({ unread, all, newestId }: Counts): readonly number[] {
  return [unread, all, newestId];
}

/** Lists the newest 100, and expects those of these ids to be read. */
async function listMarked(ask: Ask, token: string, ids: readonly number[]) {
  const { answer, listed } = await listPage(ask, token, "?limit=100");
  const rows = listed.filter(({ id }) => ids.includes(Number(id)));
  expectThat(
    answer,
    rows.every(({ read }) => read === true),
    "`read` true for those that were marked",
  );
  return { answer, ids: rows.map(({ id }) => id), times: rows.map(({ updated_at }) => updated_at) };
}
