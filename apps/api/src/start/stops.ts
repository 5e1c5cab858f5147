/** What ends the parts of a process, in the order in which they were started. */
export type Stops = (() => unknown)[];
