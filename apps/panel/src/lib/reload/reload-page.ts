/** The browser's reload, as an object so that a test can replace it. */
export const reloadPage = {
  /** It was begun here, so nobody is asked whether the page may go. */
  isOnItsWay: false,
  now(): void {
    reloadPage.isOnItsWay = true;
    window.location.reload();
  },
};
