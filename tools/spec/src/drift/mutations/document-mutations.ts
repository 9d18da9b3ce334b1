import { type Mutation, relistAt, removeAt, renameAt, setAt } from "./mutation.ts";

const search = "paths > /api/v1/MarketData/GetSymbolSearch/{search} > get";
const idCard = "paths > /api/v2/chat/api/id-card > post";
const cover = "paths > /api/v1/users/covered-margin-call > patch";
const ratio = "paths > /api/v1/diagnostics/margin-ratios/{symbol} > get";
const list = "paths > /api/v1/notifications > get";
const schemas = "components > schemas";

/** Mutations of the document without the contract. */
export const documentMutations: readonly Mutation[] = [
  relistAt("a value joins an enum", `${schemas} > UserNotification > properties > type > enum`, (values) => [
    ...values,
    "Referral",
  ]),
  relistAt(
    "a value leaves an enum",
    `${schemas} > CoveredMarginCallResult > properties > status > enum`,
    (values) => values.slice(1),
  ),
  setAt("the maximum of a query parameter falls", `${list} > parameters > 0 > schema > maximum`, 50),
  setAt("the minimum of a query parameter rises", `${list} > parameters > 1 > schema > minimum`, 1),
  setAt("the default of a query parameter changes", `${list} > parameters > 0 > schema > default`, 20),
  removeAt("the default of a query parameter goes", `${list} > parameters > 1 > schema > default`),
  setAt(
    "a maximum in a body rises",
    `${schemas} > CoveredMarginCallRequest > properties > amount > maximum`,
    2 ** 53,
  ),
  setAt(
    "a minimum in a body falls",
    `${schemas} > CoveredMarginCallRequest > properties > amount > minimum`,
    -1,
  ),
  removeAt(
    "fractions are let in",
    `${schemas} > CoveredMarginCallRequest > properties > amount > multipleOf`,
  ),
  setAt("a longest text grows", `${search} > parameters > 0 > schema > maxLength`, 101),
  setAt("a shortest text grows", `${ratio} > parameters > 0 > schema > minLength`, 2),
  setAt(
    "a pattern lets another character in",
    `${ratio} > parameters > 0 > schema > pattern`,
    "^[A-Za-z0-9._ -]+$",
  ),
  removeAt("excluded characters are let in", `${search} > parameters > 1 > schema > not`),
  removeAt("a format goes", `${schemas} > AuthFlow > properties > expires_at > format`),
  removeAt(
    "a content encoding goes",
    `${schemas} > IdCardRequest > properties > backImage > contentEncoding`,
  ),
  setAt("a property becomes required", `${schemas} > MarginRatio > required`, ["symbol"]),
  relistAt("a property is no longer required", `${schemas} > NotificationPage > required`, (names) =>
    names.slice(1),
  ),
  setAt("a closed object opens", `${schemas} > IdCardRequest > additionalProperties`, true),
  setAt("an open object closes", `${schemas} > SymbolEntry > additionalProperties`, false),
  setAt("an object invites members", `${schemas} > MarginRatio > additionalProperties`, true),
  setAt("a text may be null", `${schemas} > IdCardData > properties > fullName > type`, ["string", "null"]),
  relistAt("an object may not be null", `${schemas} > SymbolEntry > properties > depth > anyOf`, () => [
    { $ref: "#/components/schemas/SymbolDepth" },
    { $ref: "#/components/schemas/SymbolTrend" },
  ]),
  setAt(
    "a number becomes a text",
    `${schemas} > UserNotification > properties > created_at > type`,
    "string",
  ),
  setAt("an integer becomes a number", `${schemas} > ProblemDetails > properties > status > type`, "number"),
  relistAt(
    "a type leaves a list",
    `${schemas} > SymbolSearchResult > properties > returnCode > type`,
    (types) => types.slice(0, 1),
  ),
  relistAt("a branch leaves a union", `${schemas} > AnyError > anyOf`, (branches) => branches.slice(0, 3)),
  setAt("a list holds something else", `${schemas} > SymbolDepth > properties > askPriceDepth > items`, {
    $ref: "#/components/schemas/TrendSide",
  }),
  setAt("a property is added", `${schemas} > MarginRatio > properties > asOf`, {
    type: "number",
    description: "When the figures came into force, in Unix milliseconds.",
  }),
  removeAt("a property is removed", `${schemas} > MarginRatio > properties > productGroup`),
  renameAt("a property is renamed", `${schemas} > UserNotification > properties > messageID`, "messageId"),
  removeAt("a status is removed", `${ratio} > responses > 404`),
  setAt("a status is added", `${list} > responses > 403`, { $ref: "#/components/responses/Unauthorized" }),
  renameAt("a status changes", `${cover} > responses > 200`, "202"),
  removeAt("a media type is removed", "components > responses > Invalid > content > text/plain"),
  setAt(
    "an error takes another body",
    "components > responses > Failed > content > application/json > schema",
    {
      $ref: "#/components/schemas/ProblemDetails",
    },
  ),
  removeAt("a header of an answer is removed", `${search} > responses > 200 > headers > ETag`),
  setAt("an operation begins to ask for a token", `${search} > security`, [{ bearer: [] }]),
  setAt("an operation stops asking for a token", `${ratio} > security`, []),
  setAt("the security scheme changes", "components > securitySchemes > bearer > bearerFormat", "opaque"),
  setAt("an operation id changes", `${list} > operationId`, "readNotifications"),
  renameAt("a path changes", "paths > /api/v1/notifications", "/api/v1/user-notifications"),
  renameAt("a method changes", cover, "post"),
  renameAt(
    "a path parameter changes its name",
    ratio.replace(" > get", ""),
    "/api/v1/diagnostics/margin-ratios/{code}",
  ),
  setAt("a query parameter changes its name", `${search} > parameters > 1 > name`, "algoId"),
  removeAt("a query parameter is removed", `${search} > parameters > 2`),
  setAt("a header becomes required", `${cover} > parameters > 0 > required`, true),
  removeAt("a parameter is taken as it comes", `${search} > parameters > 0 > x-normalize`),
  setAt("a body becomes optional", `${idCard} > requestBody > required`, false),
  setAt("the description of an operation changes", `${ratio} > description`, "Something else altogether."),
  setAt(
    "the description of a property changes",
    `${schemas} > MarginRatio > properties > symbol > description`,
    "Other.",
  ),
  setAt("the description of a parameter changes", `${list} > parameters > 0 > description`, "Other."),
  setAt("a summary changes", `${idCard} > summary`, "Parse an identity card"),
  relistAt("an operation moves to another area", `${list} > tags`, () => ["Accounts"]),
  setAt("an example changes", `${schemas} > MarginRatio > properties > symbol > examples`, ["HPG"]),
  setAt("the version changes", "info > version", "1.0.25"),
  setAt("the server changes", "servers > 0 > url", "/v2"),
];
