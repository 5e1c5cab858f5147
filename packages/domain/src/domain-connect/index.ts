export { applyUrl, canonicalQuery, publicKeyRecords } from './apply-query.ts';
export { knowsTemplate, readDiscovery, readSettings } from './read-discovery.ts';
export { domainConnectTemplate, templateValues } from './template.ts';
