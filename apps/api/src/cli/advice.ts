import type { Config } from '../config/config.ts';
import { START_COMMAND } from '../runtime/command-names.ts';

const DATABASE = 'Check that PostgreSQL is running and DATABASE_URL is correct.';

/** What to do about a check of `doctor` that failed, on this installation; null where its detail says everything. */
export function adviceOn(check: string, config: Pick<Config, 'mode' | 'payment' | 'mailServers'>): string | null {
  const isProduction = config.mode === 'production';
  switch (check) {
    case 'database':
      return DATABASE;
    case 'mail':
      return config.mailServers === null
        ? 'Check that the mail folder is writable and the SMTP port is free.'
        : 'Check that Dovecot is running (systemctl status postern-dovecot), and check POSTERN_DOVEADM_URL, POSTERN_DOVEADM_KEY and POSTERN_MAIL_STORE_DIR.';
    case 'dns':
      return 'Check that the name server is running, and check POSTERN_POWERDNS_URL and POSTERN_POWERDNS_KEY.';
    case 'name servers':
      return 'Every server in POSTERN_NAME_SERVERS must answer on port 53 with the same zones. "A second name server" in docs/operate.md says how.';
    case 'mailer':
      return 'Check POSTERN_MAILER_URL, and that the mail server accepts mail from Postern.';
    case 'outgoing DNS':
      return 'Let this machine reach port 53, UDP and TCP, at every address: domains are proven at their own name servers.';
    case 'gateway':
      return config.payment.kind === 'stripe'
        ? "Let this machine reach Stripe's API (api.stripe.com, port 443), and check POSTERN_STRIPE_SECRET_KEY. status.stripe.com says whether Stripe itself is down."
        : 'The sandbox gateway restarts automatically. If it does not come back, check the log.';
    case 'mail queue':
      return 'Check POSTERN_POSTFIX_DIR, and that the user of the panel is in the group postdrop: "Monitoring" in docs/operate.md.';
    case 'certificates':
      return 'Renew the certificate and reload the server that shows it: the proxy, or systemctl reload postern-dovecot postern-postfix. With certbot: certbot renew --dry-run.';
    case 'backup':
      return 'Look at journalctl -u postern-backup, and run systemctl start postern-backup.';
    case 'webhooks':
      return 'The command "webhook messages" shows what each address answers. Once it works, "webhook enable" and "webhook resend" send what it missed; "webhook forget" deletes it. docs/webhooks.md.';
    case 'gateway events':
      return 'The command "billing dead-letters" says why. Mend it, then "billing retry --all": "Webhooks of the gateway that failed" in docs/operate.md.';
    case 'books':
      return 'The command "reconcile" compares again and lists what differs: "Every night" in docs/operate.md.';
    case 'refunds':
      return 'The command "billing failed-refunds" lists them, and "refund-again" gives the money back another way: "Refunds that fail" in docs/operate.md.';
    case 'disputes':
      return 'Answer in the dashboard of the gateway. The command "billing disputes" lists them: "Disputes" in docs/operate.md.';
    case 'server':
      return isProduction ? 'Start it with systemctl start postern.' : `Start it with ${START_COMMAND}.`;
    default:
      return null;
  }
}
