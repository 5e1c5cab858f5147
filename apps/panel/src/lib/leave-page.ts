/** Opens another page in this tab: a bank's, a partner's, or a mail provider's. An object, so that a test can replace it. */
export const leavePage = {
  to(url: string): void {
    const target = new URL(url, window.location.origin);
    if (
      target.protocol !== 'https:' &&
      target.origin !== window.location.origin &&
      target.hostname !== window.location.hostname &&
      // In evaluation neither the panel nor the services used for testing are on https.
      target.protocol !== window.location.protocol
    ) {
      throw new Error('a page elsewhere is on https, as we are, or on our host');
    }
    window.location.assign(target);
  },
};
