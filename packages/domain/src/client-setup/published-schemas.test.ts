import { expect, test } from 'vitest';
import {
  mailServersFor,
  OUTLOOK_SCHEMA,
  renderAppleProfile,
  renderAutoconfig,
  renderAutodiscover,
  renderAutodiscoverError,
} from './index.ts';

const hosts = { imap: 'imap.mail.test', pop: 'pop.mail.test', smtp: 'smtp.mail.test' };
const servers = mailServersFor('panel.example', { everywhere: hosts, eu: hosts });
const email = "o'neil+x@bluebottle.example";

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

/** The tree of a document that is well-formed and holds only elements, attributes and text. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [, end, name = '', attributes = '', empty, text = ''] of xml
    .replace(/^(<[?!][^<>]*>\s*)+/, '')
    .matchAll(/<(\/)?(\w+)((?: [\w:]+="[^"]*")*) ?(\/)?>([^<]*)/g)) {
    const parent = open.at(-1);
    if (end) open.pop();
    else {
      const pairs = [...attributes.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
      const element = { name, attributes: Object.fromEntries(pairs) as Record<string, string>, children: [], text: '' };
      parent?.children.push(element);
      if (!empty) {
        element.text = text;
        open.push(element);
      }
    }
  }
  return root.children[0] ?? root;
}

type Rule = {
  attributes?: Record<string, RegExp>;
  text?: RegExp;
  /** What an element may contain, in this order; `?` is optional, `+` comes once or more often. */
  children?: Record<string, Rule & { times?: '?' | '+' }>;
};

/** Where a document breaks the schema, as paths; unknown elements count too. */
function faultsOf(element: Element, rule: Rule, path = element.name): string[] {
  const faults: string[] = [];
  const attributes = rule.attributes ?? {};
  for (const name of new Set([...Object.keys(attributes), ...Object.keys(element.attributes)]))
    if (!attributes[name]?.test(element.attributes[name] ?? '')) faults.push(`${path}@${name}`);
  const children = rule.children ?? {};
  if (rule.children === undefined && !(rule.text ?? /^$/).test(element.text)) faults.push(`${path}: ${element.text}`);
  const order = Object.keys(children);
  const places = element.children.map(({ name }) => order.indexOf(name));
  if (places.some((place, index) => place === -1 || place < (places[index - 1] ?? 0))) faults.push(`${path}: order`);
  for (const [name, { times, ...inner }] of Object.entries(children)) {
    const found = element.children.filter((child) => child.name === name);
    if ((found.length === 0 && times !== '?') || (found.length > 1 && times !== '+')) faults.push(`${path}/${name}`);
    faults.push(...found.flatMap((child) => faultsOf(child, inner, `${path}/${name}`)));
  }
  return faults;
}

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;
const PORT = /^[1-9]\d{0,4}$/;
const SOME = /^(?!\s*$)[^\n]+$/;

// draft-ietf-mailmaint-autoconfig, "XML configuration file", and Mozilla's description of config-v1.1.xml.
const SERVER_CHILDREN = {
  hostname: { text: HOST },
  port: { text: PORT },
  socketType: { text: /^(plain|SSL|STARTTLS)$/ },
  authentication: {
    times: '+',
    text: /^(password-cleartext|password-encrypted|NTLM|GSSAPI|client-IP-address|TLS-client-cert|OAuth2|none)$/,
  },
  username: { text: SOME },
} as const;
const AUTOCONFIG: Rule = {
  attributes: { version: /^1\.1$/ },
  children: {
    emailProvider: {
      attributes: { id: HOST },
      children: {
        domain: { times: '+', text: HOST },
        displayName: { text: SOME },
        displayShortName: { text: SOME },
        incomingServer: { times: '+', attributes: { type: /^(imap|pop3)$/ }, children: SERVER_CHILDREN },
        outgoingServer: { times: '+', attributes: { type: /^smtp$/ }, children: SERVER_CHILDREN },
        documentation: { times: '?', attributes: { url: /^https:/ } },
      },
    },
  },
};

// [MS-OXDSCLI] §2.2.4 and the order of Exchange's reference, "Protocol (POX)", as far as it concerns IMAP, POP3 and SMTP.
const SWITCH = /^(on|off)$/;
const AUTODISCOVER: Rule = {
  attributes: { xmlns: /^http:\/\/schemas\.microsoft\.com\/exchange\/autodiscover\/responseschema\/2006$/ },
  children: {
    Response: {
      attributes: {
        xmlns: /^http:\/\/schemas\.microsoft\.com\/exchange\/autodiscover\/outlook\/responseschema\/2006a$/,
      },
      children: {
        User: { times: '?', children: { DisplayName: { text: SOME } } },
        Account: {
          children: {
            AccountType: { text: /^email$/ },
            Action: { text: /^settings$/ },
            Protocol: {
              times: '+',
              children: {
                Type: { text: /^(IMAP|POP3|SMTP)$/ },
                TTL: { times: '?', text: /^\d+$/ },
                Server: { text: HOST },
                Port: { text: PORT },
                LoginName: { times: '?', text: SOME },
                DomainRequired: { times: '?', text: SWITCH },
                DomainName: { times: '?', text: HOST },
                SPA: { times: '?', text: SWITCH },
                SSL: { times: '?', text: SWITCH },
                AuthRequired: { times: '?', text: SWITCH },
                UsePOPAuth: { times: '?', text: SWITCH },
                SMTPLast: { times: '?', text: SWITCH },
              },
            },
          },
        },
      },
    },
  },
};
const AUTODISCOVER_ERROR: Rule = {
  attributes: AUTODISCOVER.attributes ?? {},
  children: {
    Response: {
      children: {
        Error: {
          attributes: { Time: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/, Id: /^\d{1,10}$/ },
          children: { ErrorCode: { text: /^60[01]$/ }, Message: { text: SOME }, DebugData: {} },
        },
      },
    },
  },
};

test('autoconfig is what its schema allows, element by element [APP-01]', () => {
  const xml = renderAutoconfig({ domainName: 'bluebottle.example', providerName: 'Harbour & Sons', servers });
  expect(faultsOf(parse(xml), AUTOCONFIG, 'clientConfig')).toEqual([]);
});

test('autodiscover and its refusals are what their schemas allow, in the order of the reference [APP-01]', () => {
  const answer = parse(renderAutodiscover({ email, displayName: email, servers }));
  expect(faultsOf(answer, AUTODISCOVER)).toEqual([]);
  expect(answer.children[0]?.attributes['xmlns']).toBe(OUTLOOK_SCHEMA);
  const now = new Date('2026-01-02T03:04:05.006Z');
  for (const code of [600, 601] as const) {
    const xml = renderAutodiscoverError({ code, message: 'Invalid Request', now, id: 4_294_967_295 });
    expect(faultsOf(parse(xml), AUTODISCOVER_ERROR)).toEqual([]);
  }
});

test('the schema check finds what is missing, out of order, unknown or of the wrong kind', () => {
  const xml = renderAutoconfig({ domainName: 'bluebottle.example', providerName: 'Harbour', servers });
  const faults = (from: string | RegExp, to: string) => faultsOf(parse(xml.replace(from, to)), AUTOCONFIG);
  expect(faults('version="1.1"', 'version="2"')).toEqual(['clientConfig@version']);
  expect(faults('<socketType>SSL', '<socketType>TLS')).toEqual([
    'clientConfig/emailProvider/incomingServer/socketType: TLS',
  ]);
  expect(faults(/ *<displayName>.*\n/, '')).toEqual(['clientConfig/emailProvider/displayName']);
  expect(faults(/( *<port>.*\n)( *<socketType>.*\n)/, '$2$1')).toEqual([
    'clientConfig/emailProvider/incomingServer: order',
  ]);
  expect(faults('<port>', '<colour>x</colour><port>')).toEqual(['clientConfig/emailProvider/incomingServer: order']);
});

type Plist = string | number | boolean | Plist[] | { [key: string]: Plist };

/** Reads a value by Apple's PropertyList-1.0.dtd; throws at anything that it doesn't allow. */
function readPlist({ name, children, text }: Element): Plist {
  if (name === 'string') return text;
  if (name === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (name === 'true' || name === 'false') return name === 'true';
  if (name === 'array') return children.map(readPlist);
  if (name !== 'dict' || children.length % 2 !== 0) throw new Error(`No property list: ${name} ${text}`);
  const entries = children.flatMap((child, index): [string, Plist][] => {
    if (index % 2 === 1) return [];
    const value = children[index + 1];
    if (child.name !== 'key' || value === undefined) throw new Error(`A ${child.name} stands for a key.`);
    return [[child.text, readPlist(value)]];
  });
  if (new Set(entries.map(([key]) => key)).size !== entries.length) throw new Error('A key comes twice.');
  return Object.fromEntries(entries);
}

const UUID = expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/) as string;
const REVERSED = expect.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.-]*$/) as string;

// Apple, Device Management: TopLevel, CommonPayloadKeys and Mail. `toEqual`: a key that these don't know is a fault.
test('the Apple profile is a property list with the keys, types and values of its payloads [APP-01]', () => {
  const xml = renderAppleProfile({
    email: 'ada@bluebottle.example',
    organisation: 'Harbour',
    servers,
    profileId: '0199a4c0-1111-7111-8111-111111111111',
    accountId: '0199a4c0-2222-7222-8222-222222222222',
  });
  expect(xml).toContain(
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
  );
  const document = parse(xml);
  expect([document.name, document.attributes, document.children.length]).toEqual(['plist', { version: '1.0' }, 1]);
  const profile = readPlist(document.children[0] ?? document) as Record<string, Plist>;
  const authentication = expect.stringMatching(/^EmailAuth(None|Password|CRAMMD5|NTLM|HTTPMD5)$/) as string;
  expect(profile).toEqual({
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: REVERSED,
    PayloadUUID: UUID,
    PayloadDisplayName: 'ada@bluebottle.example',
    PayloadOrganization: 'Harbour',
    PayloadRemovalDisallowed: false,
    PayloadContent: [
      {
        PayloadType: 'com.apple.mail.managed',
        PayloadVersion: 1,
        PayloadIdentifier: REVERSED,
        PayloadUUID: UUID,
        PayloadDisplayName: 'ada@bluebottle.example',
        EmailAccountDescription: 'ada@bluebottle.example',
        EmailAccountType: expect.stringMatching(/^EmailType(IMAP|POP)$/) as string,
        EmailAddress: 'ada@bluebottle.example',
        IncomingMailServerAuthentication: authentication,
        IncomingMailServerHostName: 'imap.mail.test',
        IncomingMailServerPortNumber: 993,
        IncomingMailServerUseSSL: true,
        IncomingMailServerUsername: 'ada@bluebottle.example',
        OutgoingMailServerAuthentication: authentication,
        OutgoingMailServerHostName: 'smtp.mail.test',
        OutgoingMailServerPortNumber: 465,
        OutgoingMailServerUseSSL: true,
        OutgoingMailServerUsername: 'ada@bluebottle.example',
        OutgoingPasswordSameAsIncomingPassword: true,
      },
    ],
  });
  const [account] = profile['PayloadContent'] as Record<string, Plist>[];
  expect(account?.['PayloadUUID']).not.toBe(profile['PayloadUUID']);
  expect(account?.['PayloadIdentifier']).not.toBe(profile['PayloadIdentifier']);
});
