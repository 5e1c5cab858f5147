import * as z from 'zod/mini';
import { text } from './shapes.ts';

/** An email address or its user name: without line breaks and other control characters, which are refused and never trimmed. */
export const address = text(320).check(
  z.regex(/^[^\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]*$/, {
    error: 'Send the address without line breaks and other control characters.',
  }),
);
