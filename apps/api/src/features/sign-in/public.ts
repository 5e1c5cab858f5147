export { endLoginOf } from './end-login.ts';
export { enqueueLinkMail, mailPasswordLink, makePasswordLinks } from './mail-password-link.ts';
export { passwordLinkAddress } from './password-link-address.ts';
