import { BlockList } from 'node:net';

/** The DNS of the evaluator: by name, then by type. A missing name has no records. */
export type StubDns = Record<string, { a?: string[]; aaaa?: string[]; mx?: string[]; txt?: string[] }>;

export type Sender = { ip: string; from: string };
type Result = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'permerror';
type Check = { dns: StubDns; sender: Sender; lookups: number };

const RESULTS: Record<string, Result> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' };

/**
 * check_host() of RFC 7208 §4, written from the RFC alone so that it shares no mistake with the parser: it splits words at spaces and reads
 * them with expressions of its own.
 */
export function evaluateSpf(record: string, domain: string, sender: Sender, dns: StubDns): Result {
  try {
    return run(record, domain, { dns, sender, lookups: 0 });
  } catch {
    return 'permerror';
  }
}

function run(record: string, domain: string, check: Check): Result {
  const words = record.split(/ +/).slice(1).filter(Boolean);
  for (const word of words.filter((each) => !/^[a-z][\w.-]*=/i.test(each))) {
    const qualifier = /^[-+?~]/.exec(word)?.[0] ?? '+';
    const [name = '', argument = ''] = word.replace(/^[-+?~]/, '').split(/[:](.*)/s);
    if (matches(name.toLowerCase(), argument, domain, check)) return RESULTS[qualifier] ?? 'permerror';
  }
  const redirect = words.find((word) => /^redirect=/i.test(word));
  if (!redirect || words.some((word) => /^[-+?~]?all$/i.test(word))) return 'neutral';
  return runOther(expand(redirect.slice('redirect='.length), domain, check), check);
}

function runOther(domain: string, check: Check): Result {
  count(check);
  const records = (check.dns[domain]?.txt ?? []).filter((text) => /^v=spf1( |$)/i.test(text));
  if (records.length !== 1) throw new Error('not one record');
  return run(records[0] ?? '', domain, check);
}

function matches(nameAndPrefix: string, argument: string, domain: string, check: Check): boolean {
  const [name = ''] = nameAndPrefix.split('/');
  const whole = name === nameAndPrefix ? argument : nameAndPrefix.slice(name.length);
  const [, target = '', four = '32', six = '128'] = /^(.*?)(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(whole) ?? [];
  const host = target === '' ? domain : expand(target, domain, check);
  if (name === 'all') return true;
  if (name === 'ip4' || name === 'ip6') {
    const [address = '', prefix = name === 'ip4' ? '32' : '128'] = argument.split('/');
    return isWithin(check.sender.ip, address, Number(prefix));
  }
  if (name === 'include') return runInclude(expand(argument, domain, check), check);
  count(check);
  if (name === 'exists') return (check.dns[expand(argument, domain, check)]?.a ?? []).length > 0;
  const hosts = name === 'mx' ? (check.dns[host]?.mx ?? []) : [host];
  const isIpv6 = check.sender.ip.includes(':');
  return hosts
    .flatMap((each) => (isIpv6 ? check.dns[each]?.aaaa : check.dns[each]?.a) ?? [])
    .some((address) => isWithin(check.sender.ip, address, Number(isIpv6 ? six : four)));
}

function runInclude(domain: string, check: Check): boolean {
  const result = runOther(domain, check);
  if (result === 'permerror' || result === 'none') throw new Error('included record failed');
  return result === 'pass';
}

function count(check: Check): void {
  check.lookups += 1;
  if (check.lookups > 10) throw new Error('too many look-ups');
}

function isWithin(ip: string, network: string, prefix: number): boolean {
  const family = network.includes(':') ? 'ipv6' : 'ipv4';
  if ((family === 'ipv6') !== ip.includes(':')) return false;
  if (prefix === 0) return true;
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list.check(ip, family);
}

function expand(text: string, domain: string, { sender }: Check): string {
  const [local = '', host = ''] = sender.from.split('@');
  const values: Record<string, string> = {
    s: sender.from,
    l: local,
    o: host,
    d: domain,
    h: host,
    i: sender.ip,
    v: sender.ip.includes(':') ? 'ip6' : 'in-addr',
  };
  return text
    .replace(
      /%\{([slodhiv])(\d*)(r?)([-.+,/_=]*)\}/gi,
      (_, letter: string, digits: string, reverse: string, delimiters: string) => {
        const splitters = delimiters || '.';
        let parts = [...(values[letter.toLowerCase()] ?? '')]
          .map((sign) => (splitters.includes(sign) ? '\n' : sign))
          .join('')
          .split('\n');
        if (reverse) parts = parts.reverse();
        if (digits) parts = parts.slice(-Number(digits));
        return parts.join('.');
      },
    )
    .replace(/%[%_-]/g, (pair) => ({ '%%': '%', '%_': ' ', '%-': '%20' })[pair] ?? pair)
    .toLowerCase();
}
