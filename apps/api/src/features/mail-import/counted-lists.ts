import type { SourceMessage } from '@postern/adapter-mail-source/port';
import type { FolderRow } from './mail-import-repository.ts';

/** What a source says of a folder that it opens. */
type Opened = { uidValidity: number; uidNext: number; messages: number };

/** Messages that are remembered, of all folders together: 1 MB. */
const REMEMBERED_MAXIMUM = 20_000;

/**
 * The lists of folders that were counted and not copied yet, so that a source isn't asked twice: each list is a round trip. While UIDVALIDITY
 * and UIDNEXT stay, no message has come, and with as many messages none has gone (RFC 3501 §2.3.1.1). A source that lies about them loses
 * what it hides, as it does by a list that hides it; a message that it no longer has is skipped when it is fetched.
 */
export class CountedLists {
  readonly #lists = new Map<number, { opened: Opened; messages: readonly SourceMessage[] }>();
  #left = REMEMBERED_MAXIMUM;

  /** How long a list may be to be remembered. */
  get room(): number {
    return this.#left;
  }

  /** Not of a server that tells no UIDNEXT. */
  remember({ folder }: FolderRow, opened: Opened, messages: readonly SourceMessage[]): void {
    if (!(opened.uidNext >= 1) || messages.length > this.#left) return;
    this.#lists.set(folder, { opened, messages });
    this.#left -= messages.length;
  }

  /** The folder's list, once; null if it must be asked for. */
  take({ folder }: FolderRow, opened: Opened): readonly SourceMessage[] | null {
    const found = this.#lists.get(folder);
    if (found === undefined) return null;
    this.#lists.delete(folder);
    this.#left += found.messages.length;
    const { uidValidity, uidNext, messages } = found.opened;
    const isSame = opened.uidValidity === uidValidity && opened.uidNext === uidNext && opened.messages === messages;
    return isSame ? found.messages : null;
  }
}
