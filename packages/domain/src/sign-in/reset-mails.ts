/** How many mails with a link for a new password one person gets in any hour, whoever asks for them and for however many logins. */
export const RESET_MAILS_AN_HOUR = 3;
