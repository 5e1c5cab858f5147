export { parseDmarc, parseDmarcTags, parseMtaSts, parseTlsRpt } from './parse-policies.ts';
export type { PolicyRefusal } from './parse-policies.ts';
export { parseTagList, startsWithVersion } from './tag-list.ts';
