export { FORMER_DOMAIN_DAYS, FORMER_DOMAINS_AT_MOST } from './limits.ts';
