/** App passwords of one mailbox: more apps and devices than a person has. */
export const APP_PASSWORDS_MAXIMUM = 20;

/** Of an app password's name. */
export const APP_PASSWORD_NAME_MAXIMUM_CHARACTERS = 60;
