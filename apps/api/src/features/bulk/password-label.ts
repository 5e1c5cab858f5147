/** The context that a row's sealed password is bound to. */
export const passwordLabel = (jobId: string, row: number): string => `bulk-row:${jobId}/${row}`;
