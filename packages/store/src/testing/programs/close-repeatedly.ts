import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";
import { makeChange } from "../make-change.ts";

/** Opens a store, commits, and closes it, repeatedly. Nothing else keeps the process alive while the store closes. */
const [folder] = process.argv.slice(2);
for (let round = 0; round < 3; round += 1) {
  const store = await openSqliteStore({ path: `${folder}/${round}.sqlite` });
  const changes = Array.from({ length: 5 }, (_, user) => store.commit(makeChange(`u-${user}`, `A-${user}`)));
  await changes[0];
  const late = store.commit(makeChange("u-late", "A-late"));
  await Promise.all([...changes, late]);
  await store.close();
}
process.stdout.write("closed");
