/** The browser's reload, as an object so that a test can replace it. */
export const reloadPage = {
  now(): void {
    window.location.reload();
  },
};
