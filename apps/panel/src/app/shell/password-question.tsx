import { useEffect } from 'react';
import { usePart } from '../../lib/loading/use-part.ts';
import { answerPasswordQuestion, usePasswordQuestion } from '../../lib/session/password-question.ts';

const loadModal = () => import('./confirm-password-modal.tsx');

/** Where the panel asks for the password, over whatever needs it. Leaving the panel answers no. ADR 75. */
export function PasswordQuestion() {
  const { number, isOpen, hasPassword } = usePasswordQuestion();
  const part = usePart(loadModal, isOpen ? 'now' : 'later');
  useEffect(() => () => answerPasswordQuestion(false), []);
  return part && <part.ConfirmPasswordModal key={number} open={isOpen} hasPassword={hasPassword} />;
}
