import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** How a program is run within a root of its own. */
export type InRoot = {
  readonly root: string;
  readonly words: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Such as `10001:10001`; root otherwise, who may write everywhere. */
  readonly user?: string | undefined;
  /** Folders of the root that may be written where nothing else may, with where they are kept. */
  readonly volumes?: ReadonlyMap<string, string> | undefined;
};

/** Devices and processes are shown within; with volumes, nothing can be written but those and what is in memory. */
const script = `
set -e
root=$1; user=$2; folder=$3; shift 3
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount --bind /proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
isReadOnly=no
while [ "$1" != -- ]; do
  mount --bind "$2" "$root$1"
  isReadOnly=yes
  shift 2
done
shift
[ "$isReadOnly" = no ] || mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" /bin/sh -c 'cd "$1" && shift && exec "$@"' sh "$folder" "$@"
`;

/** Starts a program within a root, in a namespace of mounts that ends with it; all of it ends with this process. */
export function startInRoot({
  root,
  words,
  folder,
  environment,
  user = "0:0",
  volumes,
}: InRoot): ChildProcess {
  const mounts = [...(volumes ?? [])].flat();
  const all = [
    "--mount",
    "--propagation",
    "private",
    "sh",
    "-c",
    script,
    "sh",
    root,
    user,
    folder,
    ...mounts,
    "--",
    ...words,
  ];
  const child = spawn("unshare", all, {
    env: { ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const kill = (): void => void (child.pid !== undefined && process.kill(-child.pid, "SIGKILL"));
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return child;
}

/** Runs a program within a root to its end, and gives what it printed. */
export async function runInRoot(given: InRoot): Promise<string> {
  const child = startInRoot(given);
  let printed = "";
  let complained = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complained += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return printed;
  throw new Error(
    `${given.words.join(" ").slice(0, 200)} ended with ${code}: ${(printed + complained).slice(-2_000)}`,
  );
}
