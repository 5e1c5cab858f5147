export { endLoginOf } from './end-login.ts';
export { mailPasswordLinks } from './forgot-password.ts';
export { enqueueLinkMail, mailPasswordLink, makePasswordLinks, passwordLinkAddress } from './mail-password-link.ts';
