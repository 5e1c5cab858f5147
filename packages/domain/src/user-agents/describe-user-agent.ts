const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\/([\d.]+)/, 'Edge'],
  [/OPR\/([\d.]+)/, 'Opera'],
  [/Firefox\/([\d.]+)/, 'Firefox'],
  [/Chrome\/([\d.]+)/, 'Chrome'],
  [/Version\/([\d.]+).*Safari/, 'Safari'],
];

/** The browser, its version and the operating system that a `User-Agent` names. Empty where it names none that we know. */
export function describeUserAgent(userAgent: string): { os: string; browser: string; version: string } {
  const os = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  const [pattern, browser] = BROWSERS.find(([known]) => known.test(userAgent)) ?? [/$^/, ''];
  return { os, browser, version: pattern.exec(userAgent)?.[1]?.split('.')[0] ?? '' };
}
