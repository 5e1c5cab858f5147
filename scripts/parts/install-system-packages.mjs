import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const hasJapaneseFont = () =>
  existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc') ||
  (spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';

/** What the tests start or look at, and the Debian package that brings it. */
const NEEDED = [
  { name: 'chromium', isThere: () => existsSync('/usr/bin/chromium') },
  { name: 'postgresql-15', isThere: () => existsSync('/usr/lib/postgresql/15/bin/postgres') },
  { name: 'fonts-noto-cjk', isThere: hasJapaneseFont },
];

/** The prefix that makes a command root's, or null where this user cannot become root without being asked. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

function aptGet(prefix, ...args) {
  // The lock time-out: other installs on the machine may hold dpkg's lock for minutes.
  const words = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-y',
    '-qq',
    '-o',
    'DPkg::Lock::Timeout=600',
    ...args,
  ];
  return spawnSync(words[0], words.slice(1), { stdio: ['ignore', 2, 2] }).status === 0;
}

/** Installs what is missing on Debian; throws with the line to type where it may not or cannot. */
export function installSystemPackages() {
  const missing = NEEDED.filter((needed) => !needed.isThere()).map((needed) => needed.name);
  if (missing.length === 0) return;
  const prefix = existsSync('/usr/bin/apt-get') ? asRoot() : null;
  if (prefix) {
    process.stderr.write(`Installing ${missing.join(', ')} for the tests ...\n`);
    const install = () => aptGet(prefix, 'install', '--no-install-recommends', ...missing);
    if (install() || (aptGet(prefix, 'update') && install())) return;
  }
  throw new Error(
    `The tests need these Debian packages: ${missing.join(' ')}\nInstall them and run this again:  apt-get install --no-install-recommends ${missing.join(' ')}`,
  );
}
