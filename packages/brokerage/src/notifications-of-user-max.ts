/** How many notifications a user can be told, by the width of their numbers. */
export const notificationsOfUserMax = 4_194_303;
