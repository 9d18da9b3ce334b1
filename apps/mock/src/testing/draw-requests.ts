/** Draws requests to every operation but the reading of cards and the stream: most of them valid, some in one respect not. */

/** Who asks: a user, and the role of the token. */
export const roles = {
  demo: ["demo", undefined],
  other: ["demo-2", undefined],
  viewer: ["desk-1", "viewer"],
  operator: ["desk-2", "operator"],
} as const satisfies Readonly<Record<string, readonly [string, "viewer" | "operator" | undefined]>>;

export type Role = keyof typeof roles;

export type DrawnRequest = {
  /** The place of its operation among `operations`. */
  readonly operation: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** One of `roles`, another token, or an empty text for none. */
  readonly role: string;
};

/** A generator of whole numbers below a limit. */
type Draw = (limit: number) => number;

/** Draws requests; the same seed draws the same. */
export function drawRequests(count: number, seed: number): DrawnRequest[] {
  let state = seed;
  const draw: Draw = (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const one = <Item>(items: readonly Item[]): Item => items[draw(items.length)] as Item;
  return Array.from({ length: count }, (): DrawnRequest => {
    const operation = draw(operations.length);
    const { path, role, ...drawn } = operations[operation]?.(draw, one) ?? get("/", "demo");
    const method = draw(40) === 0 ? one(["DELETE", "PUT", "HEAD"]) : drawn.method;
    const body = method === "HEAD" ? undefined : drawn.body;
    const language = draw(3) === 0 ? { "accept-language": one(["vi", "en", "fr"]) } : {};
    const key = method !== "GET" && draw(3) === 0 ? { "idempotency-key": `k-${draw(12)}` } : {};
    return {
      operation,
      method,
      path: encodeURI(path),
      headers: { ...language, ...key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : draw(30) === 0 ? "{" : JSON.stringify(body),
      role: draw(12) === 0 ? one(["", "nonsense", "demo", "viewer"]) : role,
    };
  });
}

type Drawn = { readonly method: string; readonly path: string; readonly body?: unknown; readonly role: Role };
type One = <Item>(items: readonly Item[]) => Item;

const accounts = ["888C000017", "888C000018", "888C000047", "888C000048", "888C000027", "888C000099"];
const holdings = [
  "888C000017/positions/FPT",
  "888C000018/positions/VCB",
  "888C000018/positions/SHS",
  "888C000017/positions/VCB",
  "888C000099/positions/FPT",
  "888C000018/positions/NONE",
];
const symbols = ["FPT", "VCB", "HPG", "SHS", "ACV", "VN30F1M", "NONE"];
const amounts = [0, 1, 1_000_000, 2_000_000, 5_000_000, 90_000_000, -1, 1.5];
const terms = ["fpt", "hoa phat", "ngân hàng", "vn30f1m", "x", "vinamilk", "chứng khoán", "zzzz"];
const chains = ["888C000017", "888C000018", "prices", "rates", "catalog", "888C000099"];
const reasons = ["Receipt 4411", "asked by telephone", ""];

const get = (path: string, role: Role): Drawn => ({ method: "GET", path, role });
const page = (draw: Draw): string => `?limit=${draw(12)}&offset=${draw(9)}`;

/** What is drawn of each operation. */
export const operations: readonly ((draw: Draw, one: One) => Drawn)[] = [
  (_draw, one) => get(`/api/v1/MarketData/GetSymbolSearch/${one(terms)}`, "demo"),
  (_draw, one) => get(`/api/v1/diagnostics/margin-ratios/${one([...symbols, "VN30F"])}`, "demo"),
  (draw) => get(`/api/v1/notifications${page(draw)}`, "demo"),
  (_draw, one) => ({
    method: "PATCH",
    path: "/api/v1/users/covered-margin-call",
    body: {
      ...one([
        { accountId: "888C000017", symbol: "FPT" },
        { accountId: "888C000018", symbol: one(symbols) },
      ]),
      amount: one(amounts),
    },
    role: one(["demo", "demo", "other"]),
  }),
  (_draw, one) => get("/companion/v0/accounts", one(["demo", "other"])),
  (_draw, one) => get(`/companion/v0/accounts/${one(accounts)}`, one(["demo", "viewer"])),
  (_draw, one) => get(`/companion/v0/accounts/${one(holdings)}/explanation`, one(["demo", "viewer"])),
  (_draw, one) => ({
    method: "POST",
    path: `/companion/v0/accounts/${one(holdings)}/cover-preview`,
    body: { amount: one(amounts) },
    role: one(["demo", "viewer"]),
  }),
  (draw, one) =>
    get(`/companion/v0/accounts/${one(accounts)}/movements?limit=${draw(20)}`, one(["demo", "viewer"])),
  (draw, one) => ({
    method: "POST",
    path: "/companion/v0/notifications/read",
    body: one([{ through: 4_194_304 + draw(70) }, { ids: [4_194_304 + draw(70), 7] }, { through: 5 }, {}]),
    role: one(["demo", "other"]),
  }),
  (_draw, one) => get("/companion/v0/notifications/count", one(["demo", "other"])),
  () => get("/companion/v0/market", "demo"),
  (_draw, one) => get(`/companion/v0/symbols/${one(symbols)}/prices`, "demo"),
  (draw, one) =>
    get(
      `/operator/v0/calls${page(draw)}&order=${one(["outstanding", "due", "ratio", "nothing"])}`,
      one(["viewer", "operator"]),
    ),
  (draw) => get(`/operator/v0/nearest${page(draw)}`, "viewer"),
  (_draw, one) => get(`/operator/v0/accounts?query=${one(["888C", "demo", "888C000017", ""])}`, "viewer"),
  (_draw, one) => ({
    method: "POST",
    path: "/operator/v0/shock",
    body: { percents: [{ scope: "all", percent: one([-7, -3, 5]) }] },
    role: "viewer",
  }),
  (_draw, one) => get(`/operator/v0/audits/${one(chains)}?limit=${one([1, 5, 50])}`, "viewer"),
  (_draw, one) => ({ method: "POST", path: `/operator/v0/audits/${one(chains)}/verify`, role: "viewer" }),
  (_draw, one) => get(`/operator/v0/instruments?query=${one(terms)}`, "viewer"),
  (draw) => get(`/operator/v0/rates${page(draw)}`, "viewer"),
  (_draw, one) => ({
    method: "PATCH",
    path: `/operator/v0/accounts/${one(holdings)}/cover`,
    body: { amount: one(amounts), expectedCovered: one([0, 0, 2_000_000]), reason: one(reasons) },
    role: "operator",
  }),
  (_draw, one) => ({
    method: "POST",
    path: `/operator/v0/accounts/${one(holdings)}/contacts`,
    body: { method: one(["telephone", "email"]), answer: one(["reached", "noAnswer"]), note: one(reasons) },
    role: "operator",
  }),
  (_draw, one) => ({
    method: "POST",
    path: `/operator/v0/accounts/${one(accounts)}/cash`,
    body: {
      kind: one(["deposit", "withdrawal"]),
      amount: one([1_000_000, 3_000_000, 0]),
      reason: one(reasons),
    },
    role: "operator",
  }),
  (_draw, one) => ({
    method: "PATCH",
    path: `/operator/v0/instruments/${one(symbols)}/price`,
    body: {
      price: one([80_000, 78_500, 26_850, 1_450.5]),
      confirm: one([true, false]),
      reason: one(reasons),
    },
    role: "operator",
  }),
  (_draw, one) => ({
    method: "PATCH",
    path: "/operator/v0/rates",
    body: {
      ...one([{ level: "symbol", name: "FPT" } as const, { level: "group", name: "UPX" } as const]),
      ...{ marginRatio: 0.6, marginCallRate: one([0.45, 0.3]), forceCloseRate: one([0.35, 0.2, 0.7]) },
      reason: one(reasons),
    },
    role: "operator",
  }),
  (_draw, one) => ({
    method: "POST",
    path: "/operator/v0/rates/remove",
    body: { level: "symbol", name: one(symbols), reason: one(reasons) },
    role: "operator",
  }),
];
