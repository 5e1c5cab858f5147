import { describeUserAgent } from '@postern/domain/user-agents';

declare const __APP_VERSION__: string;

/** Who calls, for the `X-User-Agent` header: client, OS, version, locale, browser. Spec 1 §7. */
export function describeClient(userAgent: string, locale: string): string {
  const { os, browser, version } = describeUserAgent(userAgent);
  const name = browser || 'other';
  const shown = version ? `${name} ${version}` : name;
  return `client=controlPanel; os=${os || 'other'}; version=${__APP_VERSION__}; locale=${locale}; browser=${shown}`;
}
