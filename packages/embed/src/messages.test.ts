import { expect, test } from 'vitest';
import { posted, readHostMessage, readPanelMessage } from './messages.ts';

const HOSTILE: unknown[] = [
  ...[null, undefined, 'hello', 7, [], {}, { type: 'hello' }, { postern: 2, type: 'hello' }, { postern: 1 }],
  ...[
    { postern: 1, type: 'Hello' },
    { postern: '1', type: 'hello' },
    { postern: 1, type: 'constructor' },
  ],
  ...[
    { postern: 1, type: 'token', token: {} },
    { postern: 1, type: 'token', token: 'a' },
  ],
  ...[
    { postern: 1, type: 'token', jwt: 'a', partnerId: '54' },
    { postern: 1, type: 'navigate', path: ['/home'] },
  ],
  ...[
    { postern: 1, type: 'resize', height: '90' },
    { postern: 1, type: 'resize', height: Number.NaN },
  ],
  ...[
    { postern: 1, type: 'payment', url: 'javascript:alert(1)' },
    { postern: 1, type: 'toast', kind: 'x', text: 'a' },
  ],
];

test('what a stranger posts is no message, whatever it looks like [WID-01]', () => {
  for (const data of HOSTILE) expect([readHostMessage(data), readPanelMessage(data)]).toEqual([null, null]);
});

test('a message keeps its own fields, and no others [WID-01]', () => {
  const more = { extra: 1, source: 'x' };
  expect(readHostMessage({ ...posted({ type: 'hello' }), ...more })).toEqual({ type: 'hello' });
  expect(readHostMessage({ ...posted({ type: 'no-token' }), ...more })).toEqual({ type: 'no-token' });
  const token = { type: 'token', token: 't', domain: 'lind.example', email: 'a@lind.example', partnerId: 54 } as const;
  expect(readHostMessage({ ...posted(token), ...more })).toEqual(token);
  const jwt = { type: 'token', jwt: 'a.b.c', partnerId: 54 } as const;
  expect(readHostMessage({ ...posted(jwt), ...more })).toEqual(jwt);
  const ofServer = { type: 'token', jwt: 'a.b.c', serverId: 'cpanel-7' } as const;
  expect(readHostMessage({ ...posted(ofServer), ...more })).toEqual(ofServer);
  const resize = { type: 'resize', height: 812.5 } as const;
  expect(readPanelMessage({ ...posted(resize), ...more })).toEqual(resize);
  const toast = { type: 'toast', kind: 'error', text: 'No.' } as const;
  expect(readPanelMessage({ ...posted(toast), ...more })).toEqual(toast);
});
