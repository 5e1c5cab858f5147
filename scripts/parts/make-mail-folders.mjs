import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const idOf = (flag, user) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
const groupId = (name) => Number(execFileSync('getent', ['group', name], { encoding: 'utf8' }).split(':')[2]);

/** Postfix's own queues, which `postfix start` would create. */
const QUEUES = 'active bounce corrupt defer deferred flush hold incoming private saved trace'.split(' ');

function makeFolder(folder, { user, group, mode = 0o755 } = {}) {
  mkdirSync(folder, { recursive: true });
  if (user) chownSync(folder, idOf('-u', user), group ? groupId(group) : idOf('-g', user));
  // After chown, which clears special bits.
  chmodSync(folder, mode);
}

/** The folders that the mail servers write to, with their owners, as named in the settings of the templates. */
export function makeMailFolders(values) {
  const { RUN_DIR, STATE_DIR, SPOOL_DIR, LOG_DIR, MAIL_DIR, MAIL_USER } = values;
  for (const folder of [
    RUN_DIR,
    STATE_DIR,
    SPOOL_DIR,
    LOG_DIR,
    path.join(STATE_DIR, 'dovecot'),
    path.join(SPOOL_DIR, 'pid'),
  ])
    makeFolder(folder);
  makeFolder(path.join(RUN_DIR, 'powerdns'), { user: 'pdns' });
  makeFolder(path.join(STATE_DIR, 'postfix'), { user: 'postfix' });
  makeFolder(path.join(STATE_DIR, 'rspamd'), { user: '_rspamd' });
  makeFolder(path.join(LOG_DIR, 'rspamd'), { user: '_rspamd' });
  for (const queue of QUEUES) makeFolder(path.join(SPOOL_DIR, queue), { user: 'postfix', group: 'root', mode: 0o700 });
  makeFolder(path.join(SPOOL_DIR, 'maildrop'), { user: 'postfix', group: 'postdrop', mode: 0o1730 });
  makeFolder(path.join(SPOOL_DIR, 'public'), { user: 'postfix', group: 'postdrop', mode: 0o2710 });
  makeFolder(MAIL_DIR, { user: MAIL_USER, mode: 0o700 });
}
