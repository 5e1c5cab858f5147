import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Postgres } from './production-postgres.ts';

export const POSTFIXADMIN_DATABASE = 'postfixadmin';

export type PostfixAdminFiles = { app: string; fpmConfig: string; nginxConfig: string };
export type PostfixAdminPorts = { nginx: number; fpm: number };

/** PostfixAdmin's own files with Debian's configuration. We only set the database and the page size, and turn off its DNS check of domains. */
function writeApp(home: string, unpacked: string, postgres: Postgres, pageSize: number): string {
  const app = path.join(home, `app-${pageSize}`);
  cpSync(path.join(unpacked, 'usr/share/postfixadmin'), app, { recursive: true, verbatimSymlinks: true });
  for (const link of ['config.inc.php', 'config.local.php', 'templates_c'])
    rmSync(path.join(app, link), { force: true });
  cpSync(path.join(unpacked, 'etc/postfixadmin/config.inc.php'), path.join(app, 'config.inc.php'));
  mkdirSync(path.join(app, 'templates_c'), { mode: 0o777 });
  writeFileSync(
    path.join(app, 'dbconfig.inc.php'),
    `<?php $dbtype='pgsql'; $dbserver='127.0.0.1'; $dbuser='bench'; $dbpass=''; $dbname='${POSTFIXADMIN_DATABASE}';\n`,
  );
  writeFileSync(
    path.join(app, 'config.local.php'),
    `<?php $CONF['database_port']='${postgres.port}'; $CONF['page_size']='${pageSize}'; $CONF['emailcheck_resolve_domain']='NO';\n`,
  );
  return app;
}

/** Debian's default pool: up to five processes, two at the start; opcache is on by default. */
const fpmConfig = (home: string, port: number, isRoot: boolean) => `[global]
daemonize = no
error_log = ${home}/fpm.log
pid = ${home}/fpm.pid
[www]
${isRoot ? 'user = www-data\ngroup = www-data' : ''}
listen = 127.0.0.1:${port}
pm = dynamic
pm.max_children = 5
pm.start_servers = 2
pm.min_spare_servers = 1
pm.max_spare_servers = 3
php_admin_value[session.save_path] = ${home}/sessions
`;

const nginxConfig = (home: string, ports: PostfixAdminPorts, isRoot: boolean) => `
daemon off;
${isRoot ? 'user www-data;' : ''}
worker_processes auto;
pid ${home}/nginx.pid;
error_log ${home}/nginx-error.log;
events { worker_connections 768; }
http {
  include /etc/nginx/mime.types;
  access_log ${home}/nginx-access.log;
  gzip on;
  client_body_temp_path ${home}/nginx-body;
  fastcgi_temp_path ${home}/nginx-fastcgi;
  proxy_temp_path ${home}/nginx-proxy;
  scgi_temp_path ${home}/nginx-scgi;
  uwsgi_temp_path ${home}/nginx-uwsgi;
  server {
    listen 127.0.0.1:${ports.nginx};
    location ~ ^/(?<app>app-[0-9]+)/(?<script>[a-z-]+[.]php)$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME ${home}/$app/public/$script;
      fastcgi_read_timeout 300s;
      fastcgi_pass 127.0.0.1:${ports.fpm};
    }
  }
}
`;

/** Writes everything that PostfixAdmin needs into `home`: one copy per page size, and the settings of php-fpm and nginx. */
export function writePostfixAdmin(
  home: string,
  unpacked: string,
  postgres: Postgres,
  { ports, pageSizes }: { ports: PostfixAdminPorts; pageSizes: readonly number[] },
): PostfixAdminFiles {
  const isRoot = process.getuid?.() === 0;
  mkdirSync(path.join(home, 'sessions'), { recursive: true });
  const apps = pageSizes.map((pageSize) => writeApp(home, unpacked, postgres, pageSize));
  const files = {
    app: apps[0] ?? '',
    fpmConfig: path.join(home, 'fpm.conf'),
    nginxConfig: path.join(home, 'nginx.conf'),
  };
  writeFileSync(files.fpmConfig, fpmConfig(home, ports.fpm, isRoot));
  writeFileSync(files.nginxConfig, nginxConfig(home, ports, isRoot));
  return files;
}
