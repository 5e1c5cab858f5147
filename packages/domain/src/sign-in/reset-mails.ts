/** How many mails with a link for a new password one person gets in any hour, for all of a customer's logins together. */
export const RESET_MAILS_AN_HOUR = 3;
