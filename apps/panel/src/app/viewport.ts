/** Where the panel changes to its phone layout; the same width as the style sheet's `desk`. */
const PHONE = '(max-width: 47.4375rem)';

export const isMobileViewport = (): boolean => window.matchMedia(PHONE).matches;
