// npm run -s mail-config -- --values FILE: writes the configuration of Dovecot, Postfix, Rspamd and PowerDNS from the templates of deploy/mail
// to CONFIG_DIR (/etc/postern), and creates the folders that they write to. Run it again after changing FILE or after an update.
import { parseArgs } from 'node:util';
import { execFileSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { makeMailFolders } from './parts/make-mail-folders.mjs';
import { MAIL_DEFAULTS, readMailValues, renderMailConfig } from './parts/render-mail-config.mjs';
import { inRoot } from './parts/repository.mjs';

/** A release has no npm; only a release has this file. */
const isRelease = existsSync(inRoot('release.json'));
/** Without a resolver Rspamd's checks wait and fail; a name server in its place refuses all questions. */
async function warnWithoutResolver(address) {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([address]);
  await resolver.resolveNs('.').catch(() => {
    process.stderr.write(
      `Warning: no resolver answers at ${address}, where Rspamd asks. docs/operate.md: "A resolver on this machine".\n`,
    );
  });
}

const typed = isRelease ? inRoot('bin/postern-mail-config') : 'npm run -s mail-config --';

try {
  const { values: given } = parseArgs({ options: { values: { type: 'string' } } });
  if (!given.values) throw new Error(`Usage: ${typed} --values FILE   (see deploy/mail.env.example)`);
  const values = { ...MAIL_DEFAULTS, ...readMailValues(given.values) };
  const folder = values.CONFIG_DIR;
  makeMailFolders(values);
  renderMailConfig(values, folder);
  const dovecot = path.join(folder, 'dovecot');
  execFileSync('sievec', ['-c', `${dovecot}/dovecot.conf`, '-x', '+spamtest +spamtestplus', `${dovecot}/sieve`]);
  process.stdout.write(`The configuration of the mail servers is in ${folder}\n`);
  await warnWithoutResolver(values.DNS_RESOLVER);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
