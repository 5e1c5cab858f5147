/** The browser's own reload, at one place where a test can stand in for it. */
export const reloadPage = {
  now(): void {
    window.location.reload();
  },
};
