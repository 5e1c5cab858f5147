import { type FormEvent, useRef, useState } from 'react';
import { isComplete, type Means } from './code-field.tsx';

/** A form that asks for one code: sends it once it is whole, else shows what is missing. */
export function useCodeForm(means: Means, onCode: (code: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isSent, setSent] = useState(false);
  /** What was wrong is forgotten with the next keystroke. */
  function type(next: string) {
    setTyped(next);
    setSent(false);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (isComplete(means, typed)) onCode(typed);
    else input.current?.focus();
  }
  return { input, field: { typed, type, isSent }, submit, type };
}
