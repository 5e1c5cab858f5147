declare const __APP_VERSION__: string;

const OS: readonly [RegExp, string][] = [
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

/** Who calls, for the `X-User-Agent` header: client, OS, version, locale, browser. Spec 1 §7. */
export function describeClient(userAgent: string, locale: string): string {
  const os = OS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other';
  const [pattern, name] = BROWSERS.find(([known]) => known.test(userAgent)) ?? [/$^/, 'other'];
  const version = pattern.exec(userAgent)?.[1]?.split('.')[0] ?? '';
  const browser = version ? `${name} ${version}` : name;
  return `client=controlPanel; os=${os}; version=${__APP_VERSION__}; locale=${locale}; browser=${browser}`;
}
