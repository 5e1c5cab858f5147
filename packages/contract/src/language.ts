import { LOCALES } from '@postern/domain/languages';
import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { empty } from './shapes.ts';

export const chooseLanguage = operation({
  id: 'chooseLanguage',
  summary: 'Keep the language that the caller chose in the panel.',
  description:
    'For the login of the session. From now on, mails to this person are in that language as far as it has texts, and a sign-in answers with it in `locale`, on every device. Bundles keep theirs.',
  feature: 'session',
  method: 'POST',
  path: '/panel/account/language',
  access: 'session',
  input: z.object({ locale: z.enum(LOCALES) }),
  output: empty,
  errors: ['NOT_AUTHORIZED'],
});
