/** How senders must treat a mail server without a valid certificate: report it only, or not deliver. RFC 8461 §5. */
export type StsMode = 'testing' | 'enforce';

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
  const hosts = mxRecords.map((record) => (record.split(' ')[1] ?? '').toLowerCase());
  if (hosts.length === 0 || !hosts.every((host) => ourHosts.includes(host))) return null;
  // All of ours, so that a record may be added without a new policy.
  const lines = ourHosts.map((host) => `mx: ${host}`);
  const maxAge = mode === 'enforce' ? 7 * DAY_SECONDS : DAY_SECONDS;
  return [`version: STSv1`, `mode: ${mode}`, ...lines, `max_age: ${maxAge}`, ''].join('\r\n');
}
