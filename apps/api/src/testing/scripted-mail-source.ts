import {
  type FetchedMessage,
  type MailSource,
  MailSourceError,
  type MailSourceErrorKind,
  type SourceLogin,
  type SourceSession,
} from '@postern/adapter-mail-source/port';

/** A folder of the other server. Messages are there by UID. */
export type ScriptedFolder = {
  path: string;
  specialUse?: string;
  uidValidity: number;
  messages: Map<number, { raw: string; flags?: string[]; told?: number }>;
};

/** What the other server does when something happens, so that a test can break it at any point. */
export type Script = {
  password: string;
  folders: ScriptedFolder[];
  /** Called before each step of a session; it may throw, or change the folders. */
  before: (what: 'connect' | 'states' | 'open' | 'list' | 'fetch', detail: string) => void | Promise<void>;
  signIns: number;
};

/** A folder with these messages, with UIDs from 1. */
export const aFolder = (path: string, raws: readonly string[], more: Partial<ScriptedFolder> = {}): ScriptedFolder => ({
  ...{ path, uidValidity: 7 },
  messages: new Map(raws.map((raw, at) => [at + 1, { raw }])),
  ...more,
});

export const failing = (kind: MailSourceErrorKind, attrs: Record<string, unknown> = {}): never => {
  throw new MailSourceError(kind, `the server said: ${kind}`, attrs);
};

/** The mail servers of a test, by host. A host without a script doesn't answer. */
export function scriptedMailSource(scripts: Map<string, Script>): MailSource {
  return {
    connect: async (login: SourceLogin) => {
      const script = scripts.get(login.host);
      if (script === undefined) return failing('unreachable');
      await script.before('connect', login.user);
      script.signIns += 1;
      if (!('password' in login) || login.password !== script.password) failing('auth_failed');
      return sessionOf(script);
    },
  };
}

function sessionOf(script: Script): SourceSession {
  let open: ScriptedFolder | undefined;
  const stateOf = ({ uidValidity, messages }: ScriptedFolder) => ({
    uidValidity,
    uidNext: Math.max(0, ...messages.keys()) + 1,
  });
  const need = (): ScriptedFolder => open ?? failing('protocol');
  return {
    hasLabels: false,
    listFolders: async () =>
      script.folders.map(({ path, specialUse = null, messages }) => ({
        ...{ path, delimiter: '/', specialUse, isSelectable: true, messages: messages.size },
        bytes: [...messages.values()].reduce((sum, { raw, told }) => sum + (told ?? raw.length), 0),
      })),
    listStates: async () => {
      await script.before('states', '');
      const others = script.folders.filter(({ path }) => path !== open?.path);
      return new Map(others.map((folder) => [folder.path, stateOf(folder)]));
    },
    openFolder: async (path) => {
      await script.before('open', path);
      open = script.folders.find((folder) => folder.path === path) ?? failing('not_found');
      return { ...stateOf(open), messages: open.messages.size };
    },
    listMessages: async function* (afterUid) {
      await script.before('list', need().path);
      const found = [...need().messages].filter(([uid]) => uid > afterUid).toSorted(([a], [b]) => a - b);
      yield found.map(([uid, { raw, told }]) => ({ uid, bytes: told ?? raw.length }));
    },
    fetchMessages: async function* (uids) {
      const folder = need();
      for (const uid of uids) {
        await script.before('fetch', `${folder.path}/${uid}`);
        const message = folder.messages.get(uid);
        if (message === undefined) continue;
        const { raw, flags = [] } = message;
        yield {
          uid,
          raw: Buffer.from(raw, 'latin1'),
          flags,
          internalDate: new Date(uid * 1000),
        } satisfies FetchedMessage;
      }
    },
    close: async () => {},
  };
}
