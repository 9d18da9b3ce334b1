import { openSqliteStore } from "../sqlite/open-sqlite-store.ts";
import { makeChange } from "./make-change.ts";

/** Closes a store as soon as each change has its answer, again and again, with nothing else that keeps the process. */
const [folder] = process.argv.slice(2);
for (let round = 0; round < 20; round += 1) {
  const store = await openSqliteStore({ path: `${folder}/${round}.sqlite` });
  const changes = Array.from({ length: 5 }, (_, user) => store.commit(makeChange(`u-${user}`, `A-${user}`)));
  await changes[0];
  const late = store.commit(makeChange("u-late", "A-late"));
  await Promise.all([...changes, late]);
  await store.close();
}
process.stdout.write("closed");
