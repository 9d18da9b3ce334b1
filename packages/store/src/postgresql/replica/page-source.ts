/**
 * Where a page of notifications was read: at the replica; or at the primary, since it is not known how far the replica has
 * to be, or the user was just told something (`primary`), it is not so far (`behind`), it did not answer as it should
 * (`away`), or it is no replica of this primary (`strange`).
 */
export type PageSource = "replica" | "primary" | "behind" | "away" | "strange";
