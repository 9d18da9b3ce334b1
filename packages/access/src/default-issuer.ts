/** Who signs our own tokens, where AUTH_ISSUER says nothing. */
export const defaultIssuer = "trading-oms";

/** Whom our own tokens are for, where AUTH_AUDIENCE says nothing. */
export const defaultAudience = "trading-oms";
