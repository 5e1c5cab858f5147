export { mayWithAliases } from './alias-permissions.ts';
export { canAddAlias } from './can-add-alias.ts';
export { checkAliasAddress, checkAliasName } from './check-alias.ts';
export { compareAliases } from './compare-aliases.ts';
export { ALIAS_NAME_MAXIMUM_CHARACTERS } from './limits.ts';
