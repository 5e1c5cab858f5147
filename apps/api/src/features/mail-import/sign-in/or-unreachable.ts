import { SignInError } from '@postern/adapter-mail-source/sign-in-port';
import { PanelError } from '../../../http/panel-error.ts';

/** A provider that doesn't answer is told to the person who waits. Throws MAIL_SERVER_UNREACHABLE. */
export const orUnreachable = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch((error: unknown) => {
    throw error instanceof SignInError ? new PanelError('MAIL_SERVER_UNREACHABLE', {}, { cause: error }) : error;
  });
