import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './repository.mjs';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** Where Node finds `name` for a package at `from`, both as places of the lock file; null if it isn't installed. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const place = path.posix.join(folder, 'node_modules', name);
    const entry = packages[place];
    if (entry?.link) return entry.resolved;
    if (entry && existsSync(inRoot(place))) return place;
    if (folder === '') return null;
  }
}

/**
 * What these places of the lock file need at run time, themselves included: the entries of the lock file with their `place`, sorted by it.
 * Optional packages for other machines are left out.
 */
export function runtimePackages(...places) {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const found = new Map();
  const visit = (place) => {
    if (found.has(place)) return;
    const entry = packages[place];
    found.set(place, { ...entry, place, name: entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 13) });
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const next = placeOf(packages, place, name);
      if (next !== null) visit(next);
      else if (entry.dependencies?.[name])
        throw new Error(`${name}, which ${place} needs, is not installed; run: npm ci`);
    }
  };
  for (const place of places) visit(place);
  return [...found.values()].sort((one, other) => (one.place < other.place ? -1 : 1));
}

/** The licence texts of packages, one after another. */
export function licenseTexts(packages) {
  const parts = packages.map(({ place, name, version, license }) => {
    const files = readdirSync(inRoot(place)).filter((file) => LICENSE_FILE.test(file));
    const texts = files.sort().map((file) => readFileSync(inRoot(place, file), 'utf8').trim());
    return [`${name} ${version}`, `Licence: ${license ?? 'see below'}`, ...texts].join('\n\n');
  });
  return `${parts.join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}

/** A software bill of materials in CycloneDX 1.5. It holds no random number and the commit's time, so that two builds are equal. */
export function billOfMaterials(packages, { version, builtAt }) {
  const hexOf = (integrity) => Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  const components = packages.map(({ name, version: own, license, integrity }) => {
    const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${own}`;
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version: own,
      purl,
      ...(license ? { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] } : {}),
      ...(integrity?.startsWith('sha512-') ? { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] } : {}),
    };
  });
  const unique = [...new Map(components.map((component) => [component.purl, component])).values()];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { timestamp: builtAt, component: { type: 'application', name: 'postern', version } },
    components: unique,
  };
}
