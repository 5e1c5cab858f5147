/** App passwords of one mailbox: more than a person has apps and devices. */
export const APP_PASSWORDS_MAXIMUM = 20;

/** The length of an app password's name. */
export const APP_PASSWORD_NAME_MAXIMUM_CHARACTERS = 60;
