/** The name an alias sends under; some programs cut longer header lines. */
export const ALIAS_NAME_MAXIMUM_CHARACTERS = 200;
