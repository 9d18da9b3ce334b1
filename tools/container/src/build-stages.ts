import { execFile } from "node:child_process";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { runInRoot } from "./in-root.ts";
import type { Stage, Step } from "./stage.ts";

/** A stage that was built: its root, and what whoever runs it finds. */
export type Built = {
  readonly root: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
};

/** What stages are built from, and who hears of it. */
export type Building = {
  readonly repository: string;
  readonly scratch: string;
  readonly say: (line: string) => void;
};

const run = promisify(execFile);
const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** Where the certificates that this machine trusts are within a root, as long as a step runs. */
const certificates = "/etc/rehearsed-certificates.pem";

/** Builds every stage in a root of its own, and gives the last. */
export async function buildStages(stages: readonly Stage[], building: Building): Promise<Built> {
  const roots = new Map<string, string>();
  let built: Built | undefined;
  for (const stage of stages) {
    const root = join(building.scratch, stage.name);
    await timed(building, `FROM ${stage.base} AS ${stage.name}`, () => makeRoot(stage.base, root, building));
    roots.set(stage.name, root);
    built = await takeSteps(stage, { ...building, roots, root });
  }
  if (built === undefined) throw new Error("The container file has no stage.");
  return built;
}

/** Debian's slim images are what debootstrap makes of as little as there is, without documentation. */
async function makeRoot(base: string, root: string, { scratch }: Building): Promise<void> {
  const suite = /debian:([a-z]+)-slim$/.exec(base)?.[1];
  if (suite === undefined) throw new Error(`How to make an empty ${base} is not known here.`);
  const fresh = join(scratch, `base-${suite}`);
  const isThere = await run("test", ["-d", join(fresh, "usr")]).then(
    () => true,
    () => false,
  );
  if (!isThere) await run("debootstrap", ["--variant=minbase", suite, fresh], { maxBuffer: 64_000_000 });
  await run("cp", ["--archive", "--reflink=auto", fresh, root]);
  await copyFile("/etc/resolv.conf", join(root, "etc/resolv.conf"));
}

async function takeSteps(
  { steps }: Stage,
  {
    roots,
    root,
    ...building
  }: Building & { readonly roots: ReadonlyMap<string, string>; readonly root: string },
): Promise<Built> {
  let folder = "/";
  const environment: Record<string, string> = { PATH: path };
  for (const step of steps) {
    await timed(building, tell(step), async () => {
      if (step.kind === "variable") environment[step.name] = step.value;
      else if (step.kind === "folder") {
        folder = step.path;
        await mkdir(join(root, folder), { recursive: true });
      } else if (step.kind === "copy") {
        const target = join(root, isAbsolute(step.target) ? step.target : join(folder, step.target));
        await mkdir(target, { recursive: true });
        const from = step.from === undefined ? undefined : roots.get(step.from);
        await (from === undefined
          ? copyRepository(building.repository, target)
          : run("cp", ["--archive", `${join(from, step.source)}/.`, target]));
      } else await runStep(root, { folder, environment, command: step.command });
    });
  }
  return { root, folder, environment };
}

/** As the ignored files say it: what git knows, and what it would. */
async function copyRepository(repository: string, target: string): Promise<void> {
  const command = `git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --create --file=- | tar --extract --file=- --no-same-owner --directory="$0"`;
  await run("sh", ["-c", command, target], { cwd: repository });
}

async function runStep(
  root: string,
  given: Pick<Built, "folder" | "environment"> & { readonly command: string },
): Promise<void> {
  const trusted = process.env["NODE_EXTRA_CA_CERTS"];
  const inside = join(root, certificates);
  if (trusted !== undefined) await copyFile(trusted, inside);
  const environment = {
    ...given.environment,
    HOME: "/root",
    DEBIAN_FRONTEND: "noninteractive",
    ...(trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
  };
  await runInRoot({ root, folder: given.folder, environment, words: ["/bin/sh", "-c", given.command] });
  await rm(inside, { force: true });
}

async function timed(
  { say }: Pick<Building, "say">,
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  await work();
  say(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${name}`);
}

function tell(step: Step): string {
  if (step.kind === "run") return `RUN ${step.command}`;
  if (step.kind === "folder") return `WORKDIR ${step.path}`;
  if (step.kind === "variable") return `ENV ${step.name}=${step.value}`;
  return `COPY ${step.from === undefined ? "" : `--from=${step.from} `}${step.source} ${step.target}`;
}
