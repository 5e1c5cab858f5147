/** The browser's reload, as an object so that a test can replace it. */
export const reloadPage = {
  /** It was begun here, so nobody is asked whether the page may go. */
  isReloading: false,
  now(): void {
    reloadPage.isReloading = true;
    window.location.reload();
  },
};
