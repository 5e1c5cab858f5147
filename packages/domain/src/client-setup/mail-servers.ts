/** Host names of the servers that email apps talk to. */
export type MailHosts = { imap: string; pop: string; smtp: string };
export type MailServer = { host: string; port: number };
/** Where an app reads mail (IMAP, or POP) and where it sends; all with TLS from the first byte. */
export type MailServers = { imap: MailServer; pop: MailServer; smtp: MailServer };

/** Spec 2 §9: IMAP 993, POP 995, SMTP 465. */
const MAIL_PORTS = { imap: 993, pop: 995, smtp: 465 } as const;

/** Whether a host name of the panel belongs to the EU region, which has mail servers of its own. Spec 2 §9. */
const isEuHost = (host: string): boolean => host.toLowerCase().includes('-euc1');

/** The mail servers for people who use the panel under this host name. Spec 2 §9. */
export function mailServersFor(host: string, hosts: { everywhere: MailHosts; eu: MailHosts }): MailServers {
  const { imap, pop, smtp } = isEuHost(host) ? hosts.eu : hosts.everywhere;
  return {
    imap: { host: imap, port: MAIL_PORTS.imap },
    pop: { host: pop, port: MAIL_PORTS.pop },
    smtp: { host: smtp, port: MAIL_PORTS.smtp },
  };
}
