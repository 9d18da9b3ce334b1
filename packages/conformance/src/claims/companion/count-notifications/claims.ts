import { type Claim, claimsOf, headLikeGet } from "../../../claim.ts";
import { expectSame, expectThat } from "../../../expect.ts";
import { listPage } from "../../specified/list-notifications/pages.ts";
import { readCounts, untilStill } from "./counts.ts";

const claim = claimsOf("companion.countNotifications");

/** The claims of the numbers of notifications. */
export const claims: readonly Claim[] = [
  claim("count.numbers-agree", {
    title: "No more are unread than there are, and `newestId` is 0 only before the first.",
    needs: ["user", "otherUser"],
    prove: async (ask, { user, otherUser }) => {
      for (const { token } of [user, otherUser]) {
        const { answer, unread, all, newestId } = await readCounts(ask, token);
        expectThat(answer, unread <= all, "`unread` up to `all`");
        expectSame(answer, "whether `newestId` is 0", newestId === 0, all === 0);
      }
    },
  }),
  claim("count.all-are-listed", {
    title: "`all` is the number of notifications on all pages, and `newestId` the id of the first.",
    needs: ["user", "notifications"],
    prove: async (ask, { user: { token }, notifications: { countMin } }) => {
      await untilStill(async () => {
        const { answer, all, newestId } = await readCounts(ask, token);
        const [newest, oldest, end] = [
          await listPage(ask, token, "?limit=1"),
          await listPage(ask, token, `?limit=2&offset=${all - 1}`),
          await listPage(ask, token, `?limit=1&offset=${all}`),
        ];
        if ((await readCounts(ask, token)).newestId !== newestId) return false;
        expectThat(answer, all >= countMin, `\`all\` of ${countMin} or more`);
        expectSame(newest.answer, "the id of the first", newest.listed[0]?.id, newestId);
        expectSame(oldest.answer, "the number at the last offset", oldest.listed.length, 1);
        expectSame(end.answer, "the number past the last offset", end.listed.length, 0);
        return true;
      });
    },
  }),
  claim("count.unread-are-listed", {
    title: "As many of the newest 100 are unread as `unread` says, or fewer if there are more than 100.",
    needs: ["user", "otherUser"],
    prove: async (ask, { user, otherUser }) => {
      for (const { token } of [user, otherUser]) {
        await untilStill(async () => {
          const { answer, unread, all } = await readCounts(ask, token);
          const { listed } = await listPage(ask, token, "?limit=100");
          const after = await readCounts(ask, token);
          if (after.all !== all || after.unread !== unread) return false;
          const shown = listed.filter(({ read }) => read === false).length;
          if (all <= 100) expectSame(answer, "unread", unread, shown);
          else expectThat(answer, unread >= shown, `\`unread\` of ${shown} or more`);
          return true;
        });
      }
    },
  }),
  claim("count.head-matches-get", headLikeGet),
];
