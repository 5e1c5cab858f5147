export { showNames, toAsciiName } from './ascii-name.ts';
export { checkMailboxUserName } from './check-mailbox-user-name.ts';
export type { UserNameRefusal } from './check-mailbox-user-name.ts';
export { isOneLine } from './is-one-line.ts';
export { isRecipientAddress } from './is-recipient-address.ts';
export {
  DOMAIN_MAXIMUM_CHARACTERS,
  LABEL_MAXIMUM_CHARACTERS,
  USER_NAME_MAXIMUM_CHARACTERS,
} from './limits.ts';
export { parseDomainName } from './parse-domain-name.ts';
export type { DomainRefusal } from './parse-domain-name.ts';
export { isEmailAddress, normaliseEmailAddress, parseEmailAddress, withoutDomain } from './parse-email-address.ts';
export { trimSpaces } from './trim-spaces.ts';
