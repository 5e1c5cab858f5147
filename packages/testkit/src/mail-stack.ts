/** What `npm run stack` prints. */
export type MailStack = {
  baseUrl: string;
  dir: string;
  ports: Record<
    'panel' | 'smtp' | 'submission' | 'imap' | 'pop3' | 'lmtp' | 'doveadm' | 'dns' | 'dnsApi' | 'rspamd' | 'postgres',
    number
  >;
  partner: { partnerId: number; keyId: string; secret: string };
};

/** The run's real mail servers, started by the first who asks; pass `inject('mailStackUrl')`. */
export async function mailStack(url: string): Promise<MailStack> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as MailStack;
}
