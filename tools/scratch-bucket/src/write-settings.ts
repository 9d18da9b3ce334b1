import { mkdir, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { swiftParts } from "./find-swift-programs.ts";

/** Where each part listens. */
export type Ports = Readonly<Record<"proxy" | (typeof swiftParts)[number], number>>;

const namesOfPage = 10;

/** Writes the settings of all parts into a folder, beside which they find everything else. */
export async function writeSettings(folder: string, ports: Ports): Promise<void> {
  await mkdir(join(folder, "devices", "d1"), { recursive: true });
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  await write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_prefix = scratch\nswift_hash_path_suffix = bucket\n[storage-policy:0]\nname = default\ndefault = yes\n",
  );
  for (const part of swiftParts) {
    const beginning = begin(folder, ports[part]);
    await write(
      `${part}.conf`,
      `${beginning}devices = ${folder}/devices\nmount_check = false\n[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`,
    );
  }
  await write("proxy.conf", `${begin(folder, ports.proxy)}${pipeline}`);
}

function begin(folder: string, port: number): string {
  return `[DEFAULT]\nswift_dir = ${folder}\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nlog_address = /dev/null\n`;
}

/** Nothing listens on the port of the cache, which Swift does without. */
const pipeline = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = here-1
max_bucket_listing = ${namesOfPage}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
`;
