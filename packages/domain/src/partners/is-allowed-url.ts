/**
 * The specification's rule of a URL: it starts with the host, `https://` or `www.`. Spec 1 §9.
 * It is a check of form for typed links, not of safety: where the panel redirects to is a list of the partner's hosts.
 */
export function isAllowedUrl(url: string, host: string): boolean {
  const text = url.trim().toLowerCase();
  const starts = ['https://', 'www.', ...(host === '' ? [] : [host.toLowerCase()])];
  return starts.some((start) => text.length > start.length && text.startsWith(start));
}
