/** The version of the messages between a partner's page and the panel in its frame. Both sides ignore other versions. ADR 105. */
const PROTOCOL = 1;

/** How a person is signed in: a login token of the partner's server, or a JWT that it signed. Both work once, within five minutes. */
export type Credential =
  | { token: string; domain: string; email?: string | undefined; partnerId?: number | undefined }
  /** Who signed the JWT: the partner, one of its installations, or both. */
  | { jwt: string; partnerId?: number | undefined; serverId?: string | undefined };

/** What the page says. */
export type HostMessage =
  /** The first one. From then on the panel answers to the origin that it came from. */
  | { type: 'hello' }
  /** The answer to `token-needed`. */
  | ({ type: 'token' } & Credential)
  /** The other answer to it: there is none. The panel says so, and asks again when the person wants. */
  | { type: 'no-token' }
  /** Opens a screen of the panel, such as `/email-accounts`. */
  | { type: 'navigate'; path: string };

/** What the panel says. */
export type PanelMessage =
  /** The answer to `hello`. */
  | { type: 'ready' }
  /** A screen was opened that has a name for pages around it, such as `mailboxes`. */
  | { type: 'page-name'; pageName: string }
  /** How high the content is, in CSS pixels. */
  | { type: 'resize'; height: number }
  /** Nobody is signed in. A `token` is needed. */
  | { type: 'token-needed' }
  /** The session ended; a `token-needed` follows. */
  | { type: 'session-ended' }
  /** The person opened a page for payment, in another tab. */
  | { type: 'payment'; url: string }
  /** A note at the head of the panel, which the person should see. */
  | { type: 'toast'; kind: 'info' | 'success' | 'error'; text: string };

/** A message as it is posted: version, type and its own fields. */
export type Posted<M extends HostMessage | PanelMessage> = M & { postern: typeof PROTOCOL };

export const posted = <M extends HostMessage | PanelMessage>(message: M): Posted<M> => ({
  ...message,
  postern: PROTOCOL,
});

type Fields = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isPartnerId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function fieldsOf(data: unknown): Fields | null {
  if (typeof data !== 'object' || data === null) return null;
  return (data as Fields)['postern'] === PROTOCOL ? (data as Fields) : null;
}

/** A message of the page; null for anything else that is posted to a frame. */
export function readHostMessage(data: unknown): HostMessage | null {
  const fields = fieldsOf(data);
  switch (fields?.['type']) {
    case 'hello':
    case 'no-token':
      return { type: fields['type'] };
    case 'token': {
      const credential = readCredential(fields);
      return credential && { type: 'token', ...credential };
    }
    case 'navigate':
      return isText(fields['path']) ? { type: 'navigate', path: fields['path'] } : null;
    default:
      return null;
  }
}

/** A credential, from a message or from what the partner's server answered. */
export function readCredential({ jwt, token, domain, email, partnerId, serverId }: Fields): Credential | null {
  const partner = isPartnerId(partnerId) ? { partnerId } : {};
  if (isText(jwt)) {
    const server = isText(serverId) ? { serverId } : {};
    return 'partnerId' in partner || 'serverId' in server ? { jwt, ...partner, ...server } : null;
  }
  if (!isText(token) || !isText(domain)) return null;
  return { token, domain, ...(isText(email) && { email }), ...partner };
}

const TOAST_KINDS = ['info', 'success', 'error'] as const;

/** A message of the panel; null for anything else that is posted to the page. */
export function readPanelMessage(data: unknown): PanelMessage | null {
  const fields = fieldsOf(data);
  if (fields === null) return null;
  const { type, pageName, height, url, kind, text } = fields;
  switch (type) {
    case 'ready':
    case 'token-needed':
    case 'session-ended':
      return { type };
    case 'page-name':
      return isText(pageName) ? { type, pageName } : null;
    case 'resize':
      return typeof height === 'number' && Number.isFinite(height) ? { type, height } : null;
    case 'payment':
      return isText(url) && /^https?:\/\//.test(url) ? { type, url } : null;
    case 'toast': {
      const known = TOAST_KINDS.find((each) => each === kind);
      return known && isText(text) ? { type, kind: known, text } : null;
    }
    default:
      return null;
  }
}
