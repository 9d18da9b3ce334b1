/** Draws requests to every operation: most of them valid, some in one respect not, and of cards only those that are refused. */

/** Who asks: a user, and the role of the token. */
export const roles = {
  demo: ["demo", undefined],
  other: ["demo-2", undefined],
  viewer: ["desk-1", "viewer"],
  operator: ["desk-2", "operator"],
} as const satisfies Readonly<Record<string, readonly [string, "viewer" | "operator" | undefined]>>;

export type Role = keyof typeof roles;

export type DrawnRequest = {
  /** The name of its operation. */
  readonly operation: string;
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
  const all = Object.entries(operations);
  return Array.from({ length: count }, (): DrawnRequest => {
    const [operation, drawOne] = one(all);
    const { path, role, ...drawn } = drawOne(draw, one);
    // HEAD of a stream opens none, and has its own test.
    const others = operation === "companion.streamLive" ? ["DELETE", "PUT"] : ["DELETE", "PUT", "HEAD"];
    const method = draw(40) === 0 ? one(others) : drawn.method;
    const body = method === "HEAD" ? undefined : drawn.body;
    const language = draw(3) === 0 ? { "accept-language": one(["vi", "en", "fr"]) } : {};
    const key = method !== "GET" && draw(3) === 0 ? { "idempotency-key": `k-${draw(12)}` } : {};
    const tag = draw(10) === 0 ? { "if-none-match": one(["*", 'W/"another"']) } : {};
    const origin =
      draw(10) === 0 ? { origin: one(["http://localhost:5173", "https://elsewhere.invalid"]) } : {};
    return {
      operation,
      method,
      path: encodeURI(path),
      headers: {
        ...drawn.headers,
        ...{ ...language, ...key, ...tag, ...origin },
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : draw(30) === 0 ? "{" : JSON.stringify(body),
      role: draw(12) === 0 ? one(["", "nonsense", "demo", "viewer"]) : role,
    };
  });
}

type Drawn = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly role: Role;
};
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
export const operations: Readonly<Record<string, (draw: Draw, one: One) => Drawn>> = {
  searchSymbols: (_draw, one) => get(`/api/v1/MarketData/GetSymbolSearch/${one(terms)}`, "demo"),
  getMarginRatio: (_draw, one) =>
    get(`/api/v1/diagnostics/margin-ratios/${one([...symbols, "VN30F"])}`, "demo"),
  listNotifications: (draw) => get(`/api/v1/notifications${page(draw)}`, "demo"),
  setCoveredMarginCall: (_draw, one) => ({
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
  "companion.listAccounts": (_draw, one) => get("/companion/v0/accounts", one(["demo", "other"])),
  "companion.getAccount": (_draw, one) =>
    get(`/companion/v0/accounts/${one(accounts)}`, one(["demo", "viewer"])),
  "companion.explainPosition": (_draw, one) =>
    get(`/companion/v0/accounts/${one(holdings)}/explanation`, one(["demo", "viewer"])),
  "companion.previewCover": (_draw, one) => ({
    method: "POST",
    path: `/companion/v0/accounts/${one(holdings)}/cover-preview`,
    body: { amount: one(amounts) },
    role: one(["demo", "viewer"]),
  }),
  "companion.listMovements": (draw, one) =>
    get(`/companion/v0/accounts/${one(accounts)}/movements?limit=${draw(20)}`, one(["demo", "viewer"])),
  "companion.readNotifications": (draw, one) => ({
    method: "POST",
    path: "/companion/v0/notifications/read",
    body: one([{ through: 4_194_304 + draw(70) }, { ids: [4_194_304 + draw(70), 7] }, { through: 5 }, {}]),
    role: one(["demo", "other"]),
  }),
  "companion.countNotifications": (_draw, one) =>
    get("/companion/v0/notifications/count", one(["demo", "other"])),
  "companion.getMarket": () => get("/companion/v0/market", "demo"),
  "companion.listPrices": (_draw, one) => get(`/companion/v0/symbols/${one(symbols)}/prices`, "demo"),
  "operator.listCalls": (draw, one) => ({
    ...get(
      `/operator/v0/calls${page(draw)}&order=${one(["outstanding", "due", "ratio", "nothing"])}`,
      one(["viewer", "operator"]),
    ),
    headers: { accept: one(["application/json", "text/csv"]) },
  }),
  "operator.listNearest": (draw) => get(`/operator/v0/nearest${page(draw)}`, "viewer"),
  "operator.findAccounts": (_draw, one) =>
    get(`/operator/v0/accounts?query=${one(["888C", "demo", "888C000017", ""])}`, "viewer"),
  "operator.shockPrices": (_draw, one) => ({
    method: "POST",
    path: "/operator/v0/shock",
    body: { percents: [{ scope: "all", percent: one([-7, -3, 5]) }] },
    role: "viewer",
  }),
  "operator.listAudit": (_draw, one) =>
    get(`/operator/v0/audits/${one(chains)}?limit=${one([1, 5, 50])}`, "viewer"),
  "operator.verifyAudit": (_draw, one) => ({
    method: "POST",
    path: `/operator/v0/audits/${one(chains)}/verify`,
    role: "viewer",
  }),
  "operator.listInstruments": (_draw, one) => get(`/operator/v0/instruments?query=${one(terms)}`, "viewer"),
  "operator.listRates": (draw) => get(`/operator/v0/rates${page(draw)}`, "viewer"),
  "operator.setCover": (_draw, one) => ({
    method: "PATCH",
    path: `/operator/v0/accounts/${one(holdings)}/cover`,
    body: { amount: one(amounts), expectedCovered: one([0, 0, 2_000_000]), reason: one(reasons) },
    role: "operator",
  }),
  "operator.addContact": (_draw, one) => ({
    method: "POST",
    path: `/operator/v0/accounts/${one(holdings)}/contacts`,
    body: { method: one(["telephone", "email"]), answer: one(["reached", "noAnswer"]), note: one(reasons) },
    role: "operator",
  }),
  "operator.moveCash": (_draw, one) => ({
    method: "POST",
    path: `/operator/v0/accounts/${one(accounts)}/cash`,
    body: {
      kind: one(["deposit", "withdrawal"]),
      amount: one([1_000_000, 3_000_000, 0]),
      reason: one(reasons),
    },
    role: "operator",
  }),
  "operator.listHeldBack": () => get("/operator/v0/held-back", "viewer"),
  "operator.releaseCalls": (_draw, one) => ({
    method: "POST",
    path: `/operator/v0/instruments/${one(symbols)}/release`,
    body: { reason: one(reasons) },
    role: "operator",
  }),
  "operator.adjustPositions": (_draw, one) => ({
    method: "POST",
    path: `/operator/v0/instruments/${one(symbols)}/adjustments`,
    body: { date: "2020-01-02", dividendAmount: one([100, 2_000]), dryRun: true, reason: one(reasons) },
    role: "operator",
  }),
  "operator.setPrice": (_draw, one) => ({
    method: "PATCH",
    path: `/operator/v0/instruments/${one(symbols)}/price`,
    body: {
      price: one([80_000, 78_500, 26_850, 1_450.5]),
      confirm: one([true, false]),
      reason: one(reasons),
    },
    role: "operator",
  }),
  "operator.setRates": (_draw, one) => ({
    method: "PATCH",
    path: "/operator/v0/rates",
    body: {
      ...one([{ level: "symbol", name: "FPT" } as const, { level: "group", name: "UPX" } as const]),
      ...{ marginRatio: 0.6, marginCallRate: one([0.45, 0.3]), forceCloseRate: one([0.35, 0.2, 0.7]) },
      reason: one(reasons),
    },
    role: "operator",
  }),
  "operator.removeRates": (_draw, one) => ({
    method: "POST",
    path: "/operator/v0/rates/remove",
    body: { level: "symbol", name: one(symbols), reason: one(reasons) },
    role: "operator",
  }),
  "operator.getStatus": () => get("/operator/v0/status", "viewer"),
  "operator.listDayMinutes": () => get("/operator/v0/minutes", "viewer"),
  "companion.streamLive": (draw, one) => {
    const symbols = one(["FPT", "FPT,VN30F1M,NONE", "HPG,VCB"]);
    const accounts = one([
      "",
      "",
      "&accounts=888C000017",
      "&accounts=888C000017,888C000018",
      "&accounts=888C000099",
    ]);
    const fields = one(["", "&fields=price", "&fields=depth", "&fields=nothing"]);
    const after = one(["", "&after=0", "&after=7"]);
    const asked = draw(8) === 0 ? "" : `symbols=${symbols}${fields}`;
    return get(`/companion/v0/live?${asked}${accounts}${after}`, one(["demo", "other", "viewer"]));
  },
  parseIdCard: (_draw, one) => ({
    method: "POST",
    path: "/api/v2/chat/api/id-card",
    body: one([
      {},
      { frontImage: "####" },
      { frontImage: "data:image/png;base64,AAAA" },
      { backImage: "AAAA" },
      [],
    ]),
    role: "demo",
  }),
};
