import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PATHS } from '../../lib/paths.ts';
import { codeQuestion } from '../../lib/session/code-question.ts';
import { OpeningOrDenied } from './opening-or-denied.tsx';
import { type LinkQuery, signInByLink } from './sign-in-by-link.ts';
import { useAutoLogin } from './use-auto-login.ts';

/** Signs in whom a partner's link names. Spec 1 §2, token login and JWT login: the query tells which. */
export function AutoLoginPage() {
  const navigate = useNavigate();
  const [link] = useState(useSearch({ strict: false }) as LinkQuery);
  const arrive = () => void navigate({ to: PATHS.redirectHandler, search: {}, replace: true });
  const [challenge] = useState(codeQuestion.read);
  useEffect(() => codeQuestion.write(null), []);
  return <OpeningOrDenied {...useAutoLogin(() => signInByLink(link), arrive, { challenge })} />;
}
