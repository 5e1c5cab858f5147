import { Banner } from '@postern/ui/feedback/banner';
import { useScrollToNews } from '../../../lib/forms/note-in-view.tsx';

/** Why the payment failed: announced, and scrolled into view, because on a phone the button is far away. */
export function FailureNote({ text }: { text: string | null }) {
  const note = useScrollToNews<HTMLDivElement>(text);
  return (
    <div ref={note} role="alert" className={text ? 'mb-4.5 scroll-my-28' : 'hidden'}>
      {text && <Banner kind="bad">{text}</Banner>}
    </div>
  );
}
