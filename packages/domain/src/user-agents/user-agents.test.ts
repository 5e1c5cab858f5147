import { expect, test } from 'vitest';
import { describeUserAgent } from './index.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141 Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    'Edge 141 Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143 macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1`,
    'Safari 18 iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36 OPR/90.1`, 'Opera 90 Android'],
  ['curl/8.5.0', '  '],
  ['', '  '],
])('%s is %s', (userAgent, described) => {
  const { browser, version, os } = describeUserAgent(userAgent);
  expect(`${browser} ${version} ${os}`).toBe(described);
});
