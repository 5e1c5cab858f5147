export { keepFormerDomains } from './keep-former-domains.ts';
export { resumeDomainChanges } from './resume-domain-changes.ts';
export { runDomainChange } from './run-domain-change.ts';
