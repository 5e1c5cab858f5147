/** Rows of one preview, and so of one job. */
export const BULK_ROWS_MAXIMUM = 10_000;

/** Imports of one preview. Each sign-in is tested before anything starts. */
export const BULK_IMPORTS_MAXIMUM = 500;

/** How long after a preview its job can be started. */
export const BULK_PREVIEW_TTL_SECONDS = 60 * 60;

/** A quoted cell that isn't closed within this many characters was never meant as one. */
export const QUOTED_MAXIMUM_CHARACTERS = 2000;
