import { Check, Copy, TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import type { ButtonKind, ButtonSize } from './button-classes.ts';
import { Button } from './button.tsx';

export interface CopyButtonProps {
  text: string;
  idleLabel: string;
  copiedLabel: string;
  /** Says that copying failed, and what to do instead. */
  failedLabel: string;
  /** What is copied, added to the name for a screen reader: 'MX value'. */
  subject?: string | undefined;
  /** Where the text is on the page: it is selected when the clipboard is denied, so that one keystroke copies it. */
  source?: RefObject<HTMLElement | null> | undefined;
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  disabled?: boolean | undefined;
  onCopied?: (() => void) | undefined;
  onFailed?: (() => void) | undefined;
  /** Shows only the icon, where the label would be repeated too often, or on a phone takes the value's place; the label remains its name. */
  bare?: boolean | 'phone' | undefined;
  className?: string | undefined;
}

/** Feedback stays this long. Spec 1, copy feedback. */
const FEEDBACK_MS = 3000;
type Feedback = 'idle' | 'copied' | 'failed';
const ICONS = { idle: Copy, copied: Check, failed: TriangleAlert };

function select(element: HTMLElement) {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.focus();
    element.select();
  } else window.getSelection()?.selectAllChildren(element);
}

/** Copies a text and says whether that worked. */
export function CopyButton(props: CopyButtonProps) {
  const { text, kind = 'link', size = 's', source, subject, bare = false, className } = props;
  const [feedback, setFeedback] = useState<Feedback>('idle');
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const labels: Record<Feedback, string> = {
    idle: props.idleLabel,
    copied: props.copiedLabel,
    failed: props.failedLabel,
  };

  function tell(next: Feedback) {
    window.clearTimeout(timer.current);
    setFeedback(next);
    timer.current = window.setTimeout(() => setFeedback('idle'), FEEDBACK_MS);
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      tell('copied');
      props.onCopied?.();
    } catch {
      if (source?.current) select(source.current);
      tell('failed');
      props.onFailed?.();
    }
  }
  return (
    <>
      <Button
        kind={kind}
        size={size}
        disabled={props.disabled}
        onClick={() => void copy()}
        data-feedback={feedback}
        className={cx(kind === 'link' && 'text-small', className)}
        aria-label={subject === undefined ? labels[feedback] : `${labels[feedback]} ${subject}`}
      >
        {/* Both labels are stacked, so that the button is as wide as the longer one and nothing moves. */}
        <span className="grid">
          {(['idle', 'copied', 'failed'] as const).map((state) => {
            if (state === 'failed' && feedback !== 'failed') return null;
            const Icon = ICONS[state];
            return (
              <span
                key={state}
                aria-hidden={state !== feedback}
                className={cx(
                  'col-start-1 row-start-1 inline-flex items-center gap-1.5',
                  state !== feedback && 'invisible',
                )}
              >
                <Icon size={15} strokeWidth={1.9} aria-hidden="true" />
                {bare !== true && <span className={cx(bare === 'phone' && 'max-phone:hidden')}>{labels[state]}</span>}
              </span>
            );
          })}
        </span>
      </Button>
      <span role="status" className="sr-only">
        {feedback === 'idle' ? '' : labels[feedback]}
      </span>
    </>
  );
}
