export { FORMER_DOMAIN_DAYS, FORMER_DOMAINS_MAXIMUM } from './limits.ts';
