import type { FieldProblem } from '@postern/contract/errors';
import { USER_NAME_MAXIMUM_CHARACTERS } from '@postern/domain/addresses';
import { ALIAS_NAME_MAXIMUM_CHARACTERS } from '@postern/domain/aliases';
import { APP_PASSWORD_NAME_MAXIMUM_CHARACTERS } from '@postern/domain/app-passwords';
import { PASSWORD_MAXIMUM_CHARACTERS, PASSWORD_MINIMUM_CHARACTERS } from '@postern/domain/passwords';
import { SUSPENSION_REASON_MAXIMUM_CHARACTERS, SUSPENSIONS_MAXIMUM } from '@postern/domain/mailboxes';

/** What to do about a refused field, by the code of the rule that refuses it. For developers: the panel has its own texts. */
const FIELD_MESSAGE = {
  // Addresses and names.
  OTHER_DOMAIN: 'Use an address of this domain.',
  USER_NAME_REQUIRED: 'Enter the part before the @.',
  USER_NAME_CHARACTERS: 'Use only letters a to z, digits, dots, hyphens and underscores before the @.',
  USER_NAME_DOTS: 'The part before the @ must not begin or end with a dot, or have two in a row.',
  USER_NAME_HAS_PLUS: 'The part before the @ must not have a plus sign: mail to name+word reaches name by itself.',
  USER_NAME_TOO_LONG: `Use at most ${USER_NAME_MAXIMUM_CHARACTERS} characters before the @.`,
  TOP_BRAND: 'This name is protected. Choose another one.',
  DISPLAY_NAME_REQUIRED: 'Enter a name.',
  DISPLAY_NAME_TOO_LONG: `Use at most ${ALIAS_NAME_MAXIMUM_CHARACTERS} characters.`,
  NAME_REQUIRED: 'Enter a name.',
  NAME_TOO_LONG: `Use at most ${APP_PASSWORD_NAME_MAXIMUM_CHARACTERS} characters.`,
  CONTROL_CHARACTER: 'Remove the control characters, such as tabs and line breaks.',
  invalidEmail: 'Enter an email address outside this mailbox, such as anna@example.com.',
  invalid: 'Enter an email address, such as anna@example.com.',
  required: 'Enter an email address.',
  // Passwords.
  TOO_SHORT: `Use at least ${PASSWORD_MINIMUM_CHARACTERS} characters.`,
  TOO_LONG: `Use at most ${PASSWORD_MAXIMUM_CHARACTERS} characters.`,
  NO_SPACES: 'Remove the spaces.',
  NEEDS_LETTER: 'Add a letter.',
  NEEDS_DIGIT: 'Add a digit.',
  NEEDS_SYMBOL: 'Add a symbol, such as ! or -.',
  TOO_COMMON: 'Many people use this password. Choose another one.',
  // Domains.
  DOMAIN_REQUIRED: 'Enter a domain name.',
  DOMAIN_TOO_LONG: 'Enter a shorter domain name.',
  DOMAIN_NOT_CONVERTIBLE: 'This name has characters that no domain name can have.',
  DOMAIN_IS_IP_ADDRESS: 'Enter a domain name, not an IP address.',
  DOMAIN_NEEDS_TWO_LABELS: 'Enter the whole domain name, such as example.com.',
  DOMAIN_LABEL_INVALID: 'Between the dots, use letters, digits and hyphens, and no hyphen at either end.',
  DOMAIN_HAS_PROTOCOL: 'Enter the name alone, without http:// and without a path.',
  DOMAIN_UNCHANGED: 'This is the present domain. Enter another one.',
  DOMAIN_IS_SHARED: 'Many people have addresses at this domain. Enter a domain of your own.',
  DOMAIN_IS_SUFFIX: 'Names are registered below this one. Enter one of them, such as example.com.',
  DOMAIN_IS_SUBDOMAIN: 'Enter the domain as it was registered, without what comes before it.',
  OWNERSHIP_NOT_CONFIRMED: 'Confirm that the domain is yours.',
  // Mailboxes.
  REASON_TOO_LONG: `Use at most ${SUSPENSION_REASON_MAXIMUM_CHARACTERS} characters.`,
  TOO_MANY_SUSPENSIONS: `A mailbox can be suspended for ${SUSPENSIONS_MAXIMUM} reasons at most. Remove one first.`,
  // Support visits.
  REASON_TOO_SHORT: 'Say in a few words why you are visiting. The owner reads it.',
  SEARCH_UNCLEAR:
    'Enter a whole email address, the id of a customer or an order, the last four digits of a card, or at least three letters of a domain.',
  ACCOUNT_REQUIRED: 'Name the mailbox by its id.',
  NOTHING_TO_CHANGE: 'Name something to change.',
  // Billing.
  REQUIRED: 'Fill in this field.',
  EMAIL_INVALID: 'Enter an email address, such as anna@example.com.',
  COUNTRY_UNKNOWN: 'Use the two letters of a country, such as DE.',
  STATE_UNKNOWN: 'Use the two letters of a US state, such as CA.',
  POSTAL_CODE_INVALID: 'This is no postal code of the country.',
  NOT_FOR_COUNTRY: 'Leave this out: the country has none.',
  TAX_ID_FORMAT: 'This is no number of this kind. Compare it with your registration.',
  TAX_ID_CHECK_DIGIT: 'This number has a typing error: its check digit is wrong.',
  TAX_ID_NOT_OF_COUNTRY: 'This kind of tax number is not one of the billing country.',
  TAX_ID_REPEATED: 'This tax number is there twice. Remove one.',
} as const satisfies Record<string, string>;

export type FieldCode = keyof typeof FIELD_MESSAGE;

/** A refused field, with its code for programs and what to do for people. */
export const fieldProblem = (path: string, code: FieldCode): FieldProblem => ({
  ...{ path, code, message: FIELD_MESSAGE[code] },
});
