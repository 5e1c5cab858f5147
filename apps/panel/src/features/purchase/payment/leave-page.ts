/** Opens a bank's page in this tab. An object, so that a test can replace it. */
export const leavePage = {
  to(url: string): void {
    const target = new URL(url, window.location.origin);
    if (
      target.protocol !== 'https:' &&
      target.origin !== window.location.origin &&
      target.hostname !== window.location.hostname
    ) {
      throw new Error('a bank page is on https, or ours');
    }
    window.location.assign(target);
  },
};
