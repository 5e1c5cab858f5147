/** Every key of the English texts; an unknown key doesn't compile. A new file of texts is named here once. */
import type app from '../../../locales/en/app.json';
import type errors from '../../../locales/en/errors.json';
import type mailboxes from '../../../locales/en/mailboxes.json';
import type purchase from '../../../locales/en/purchase.json';
import type shell from '../../../locales/en/shell.json';
import type signIn from '../../../locales/en/sign-in.json';
import type welcome from '../../../locales/en/welcome.json';

export type MessageKey = string &
  (
    | keyof typeof app
    | keyof typeof errors
    | keyof typeof mailboxes
    | keyof typeof purchase
    | keyof typeof shell
    | keyof typeof signIn
    | keyof typeof welcome
  );
