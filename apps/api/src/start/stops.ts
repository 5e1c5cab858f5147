/** Functions that end the parts of a process, in the order in which the parts were started. */
export type Stops = (() => unknown)[];
