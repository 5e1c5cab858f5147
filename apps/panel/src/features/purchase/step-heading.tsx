import { type ReactNode, useEffect, useRef } from 'react';
import { rememberForVisit } from '../../lib/store/visit-memory.ts';

const shown = rememberForVisit<string | null>(null);

/** The heading of a step. It gets the focus when the step changes, but not when the page opens. */
export function StepHeading({ step, title, children }: { step: string; title: ReactNode; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown.read() !== null && shown.read() !== step) heading.current?.focus({ preventScroll: true });
    shown.write(step);
  }, [step]);
  return (
    <div className="mb-6.5">
      <h1 ref={heading} tabIndex={-1} className="outline-none [overflow-wrap:anywhere]">
        {title}
      </h1>
      {children && <div className="mt-1.5 max-w-[62ch] text-pretty text-2nd">{children}</div>}
    </div>
  );
}
