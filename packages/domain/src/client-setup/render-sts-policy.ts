/** How senders must treat a mail server without a valid certificate: report it only, or not deliver. RFC 8461 §5. */
export type StsMode = 'testing' | 'enforce';

/** Whether all of a domain's MX records (`10 mx.example.com`) name our servers, and there is one. */
export function isMailOnlyHere(mxRecords: readonly string[], ourHosts: readonly string[]): boolean {
  const hosts = mxRecords.map((record) => (record.split(' ')[1] ?? '').toLowerCase());
  return hosts.length > 0 && hosts.every((host) => ourHosts.includes(host));
}

const DAY_SECONDS = 86_400;

/**
 * The policy that says where a domain's mail goes, and that these servers have valid certificates (MTA-STS, RFC 8461 §3.2). Null unless all
 * of the domain's MX records (`10 mx.example.com`) name our servers: senders that obey a policy deliver nowhere else, so a filter
 * service in between would lose its mail.
 */
export function renderStsPolicy(
  mode: StsMode,
  mxRecords: readonly string[],
  ourHosts: readonly string[],
): string | null {
  if (!isMailOnlyHere(mxRecords, ourHosts)) return null;
  // All of ours, so that a record may be added without a new policy.
  const lines = ourHosts.map((host) => `mx: ${host}`);
  const maxAge = mode === 'enforce' ? 7 * DAY_SECONDS : DAY_SECONDS;
  return [`version: STSv1`, `mode: ${mode}`, ...lines, `max_age: ${maxAge}`, ''].join('\r\n');
}

/**
 * The text of the record that announces the policy (RFC 8461 §3.1). Its id is made from what the policy says, as senders keep a policy
 * until they see another id.
 */
export function stsRecordText(mode: StsMode, ourHosts: readonly string[]): string {
  return `v=STSv1; id=${mode}${checksum(ourHosts.join(' ')).toString(36)};`;
}

/** 32 bits, FNV-1a: enough to tell one list of servers from the next. */
function checksum(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}
