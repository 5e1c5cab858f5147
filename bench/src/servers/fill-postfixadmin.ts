import { execFileSync } from 'node:child_process';
import { domainOf, peopleSql, SIZES, type Size } from './people.ts';

export const PFA_ADMIN = { name: 'admin@bench.example', password: 'bench-Password-1!' };

/** SQL that inserts the people of a domain into PostfixAdmin's tables, which also have an alias row for every mailbox. */
export function fillPostfixAdminSql(size: Size): string[] {
  const domain = domainOf(size);
  const address = `local_part || '@${domain}'`;
  const people = `(${peopleSql(size)}) as people`;
  return [
    ...(size === SIZES[0] ? adminSql() : []),
    `insert into domain (domain, description, aliases, mailboxes, maxquota, quota, transport, backupmx, active)
      values ('${domain}', '', 0, 0, 0, 0, 'virtual', false, true)`,
    `insert into mailbox (username, password, name, maildir, quota, local_part, domain, active)
      select ${address}, '$1$bench$', name, '${domain}/' || local_part || '/', 0, local_part, '${domain}', true from ${people}`,
    `insert into alias (address, goto, domain, active) select ${address}, ${address}, '${domain}', true from ${people}`,
  ];
}

function adminSql(): string[] {
  const { name, password } = PFA_ADMIN;
  // md5crypt, PostfixAdmin's default.
  const hash = execFileSync('php8.2', ['-r', `echo crypt('${password}', '$1$benchslt$');`], { encoding: 'utf8' });
  return [
    `insert into admin (username, password, superadmin, active) values ('${name}', '${hash}', true, true)`,
    "insert into domain (domain, description, transport, active) values ('ALL', '', '', true)",
    `insert into domain_admins (username, domain, active) values ('${name}', 'ALL', true)`,
  ];
}
