/** Opens another page in this tab: a bank's, or a partner's. An object, so that a test can replace it. */
export const leavePage = {
  to(url: string): void {
    const target = new URL(url, window.location.origin);
    if (
      target.protocol !== 'https:' &&
      target.origin !== window.location.origin &&
      target.hostname !== window.location.hostname
    ) {
      throw new Error('a page elsewhere is on https, or on our host');
    }
    window.location.assign(target);
  },
};
