/** The largest sum of money that every engine and the wire carry exactly. */
export const amountVndMax = 9_007_199_254_740_991n;
