let wasGreeted = false;

/** A screen has welcomed the person, as the end of a purchase does: until the page is loaded anew no other word of welcome follows. */
export const noteGreeting = (): void => {
  wasGreeted = true;
};
export const isGreeted = (): boolean => wasGreeted;
