/** Rows of one preview, and so of one job. */
export const BULK_ROWS_MAXIMUM = 10_000;

/** How long a preview may be started. */
export const BULK_PREVIEW_TTL_SECONDS = 60 * 60;

/** A cell in quotes that isn't closed within as many characters was never meant to be one. */
export const QUOTED_MAXIMUM_CHARACTERS = 2000;
