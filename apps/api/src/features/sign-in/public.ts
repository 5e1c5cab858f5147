export { endLoginOf } from './end-login.ts';
export { enqueueLinkMail, mailPasswordLink, makePasswordLinks } from './mail-password-link.ts';
export { deleteLinksTo as revokeLinksTo, listLoginCandidates } from './sign-in-repository.ts';
export { passwordLinkAddress } from './password-link-address.ts';
export { guardGuess, type Guarded, readGuessCounts } from './limits/guard-guess.ts';
export { listKnownLogins, rememberBrowser } from './limits/known-browsers.ts';
export { countKnownUsers } from './limits/known-places.ts';
