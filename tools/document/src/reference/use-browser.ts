import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { setTrap, type Trap } from "./set-trap.ts";

/** Opens Chromium with an empty profile, lends it out together with its trap, and leaves nothing behind. */
export async function useBrowser<Result>(
  chromiumPath: string,
  origin: string,
  task: (context: BrowserContext, trap: Trap) => Promise<Result>,
): Promise<Result> {
  const profilePath = await mkdtemp(join(tmpdir(), "reference-profile-"));
  const trap = await setTrap();
  try {
    const context = await openChromium(chromiumPath, profilePath, trap, origin);
    try {
      return await task(context, trap);
    } finally {
      await context.close();
    }
  } finally {
    await trap.close();
    await rm(profilePath, { recursive: true, force: true });
  }
}

/** All but the one origin goes to the trap; other loopback addresses, which usually need no proxy, too. */
function openChromium(
  chromiumPath: string,
  profilePath: string,
  trap: Trap,
  origin: string,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profilePath, {
    executablePath: chromiumPath,
    headless: true,
    colorScheme: "light",
    args: [
      // Chromium's sandbox needs rights that containers and root accounts do not have; only our own page is opened.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--proxy-server=${trap.address}`,
      `--proxy-bypass-list=<-loopback>;${new URL(origin).host}`,
    ],
  });
}
