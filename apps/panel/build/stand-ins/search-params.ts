/** Takes the place of the router's own reading and writing of queries: the panel brings its own (`app/router.tsx`). */
export const defaultParseSearch = undefined;
export const defaultStringifySearch = undefined;
export const parseSearchWith = undefined;
export const stringifySearchWith = undefined;
