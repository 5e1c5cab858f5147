/** The output of `npm run stack`. */
export type MailStack = {
  baseUrl: string;
  dir: string;
  ports: Record<
    'panel' | 'smtp' | 'submission' | 'imap' | 'pop3' | 'lmtp' | 'doveadm' | 'dns' | 'dnsApi' | 'rspamd' | 'postgres',
    number
  >;
  partner: { partnerId: number; keyId: string; secret: string };
};

/** The real mail servers of this test run, started by the first call; pass `inject('mailStackUrl')`. */
export async function mailStack(url: string): Promise<MailStack> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as MailStack;
}
