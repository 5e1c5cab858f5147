export { parseDmarc, parseMtaSts, parseTlsRpt, renderTags } from './parse-policies.ts';
export type { PolicyRefusal } from './parse-policies.ts';
export { parseTagList, startsWithVersion, TAG_LIST_MAXIMUM_CHARACTERS } from './tag-list.ts';
