/** The name an alias sends under; header lines of more are cut by some programs. */
export const ALIAS_NAME_MAXIMUM_CHARACTERS = 200;
