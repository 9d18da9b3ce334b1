/** Runtimes besides Node that the server runs on. */
export type RuntimeName = "bun" | "deno";

/** A package that is nothing but a program for one kind of machine. */
export type RuntimePackage = { readonly name: string; readonly integrity: string };

/** One version of a runtime, and the packages that have it, by platform and processor. */
export type PinnedRuntime = {
  readonly version: string;
  /** Where the program is in its package. */
  readonly program: string;
  /** The variable that names a program which is there already. */
  readonly variable: string;
  readonly packages: Readonly<Record<string, RuntimePackage>>;
};

export const runtimeNames: readonly RuntimeName[] = ["bun", "deno"];

/** They are large and few need them, so that they stand here and not among the dependencies that everybody installs. */
export const pinnedRuntimes: Readonly<Record<RuntimeName, PinnedRuntime>> = {
  bun: {
    version: "1.4.5",
    program: "bin/bun",
    variable: "BUN_PATH",
    packages: {
      "linux-x64": {
        name: "@oven/bun-linux-x64",
        integrity:
          "sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==",
      },
      "linux-arm64": {
        name: "@oven/bun-linux-aarch64",
        integrity:
          "sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==",
      },
      "darwin-x64": {
        name: "@oven/bun-darwin-x64",
        integrity:
          "sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==",
      },
      "darwin-arm64": {
        name: "@oven/bun-darwin-aarch64",
        integrity:
          "sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==",
      },
    },
  },
  deno: {
    version: "2.9.6",
    program: "deno",
    variable: "DENO_PATH",
    packages: {
      "linux-x64": {
        name: "@deno/linux-x64-glibc",
        integrity:
          "sha512-3md4TKLCuzsLDmfOoC5KN7NAZaxSVkMgm64vg6foD00JBADCpYS2/5QqXfzgnP5ZQz3iLP9vBQJtEgc116OAoQ==",
      },
    },
  },
};
