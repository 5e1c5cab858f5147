/** Opens another page in this tab: a bank's, a partner's, or a mail provider's. An object, so that a test can replace it. */
export const leavePage = {
  to(url: string): void {
    const target = new URL(url, window.location.origin);
    const { protocol, hostname } = window.location;
    // In evaluation neither the panel nor the services used for testing are on https.
    const isPlain = target.protocol === 'http:' && (protocol === 'http:' || target.hostname === hostname);
    // A script in an address may name our host, too: `javascript://panel.example/…`.
    if (target.protocol !== 'https:' && !isPlain)
      throw new Error('a page elsewhere is on https, as we are, or on our host');
    window.location.assign(target);
  },
};
