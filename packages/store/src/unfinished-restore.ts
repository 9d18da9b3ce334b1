/** The name of the counter that is there as long as a restore has not come to its end. */
export const unfinishedRestore = "unfinished_restore";
