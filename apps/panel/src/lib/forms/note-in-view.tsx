import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';

/** Scrolls to the element whenever there is news for it. On a phone it may be far from the button that was pressed. */
export function useScrollToNews<Element extends HTMLElement>(news: unknown): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (news) element.current?.scrollIntoView({ block: 'nearest' });
  }, [news]);
  return element;
}

type Props = Omit<ComponentProps<'div'>, 'ref'> & {
  /** Scrolls to the note when this changes, unless it is empty. */
  news: unknown;
};

/** A place for notes at the end of a form, which comes into view when they have news. */
export function NoteInView({ news, ...rest }: Props) {
  const note = useScrollToNews<HTMLDivElement>(news);
  // On a phone the buttons cover the end of the form.
  return <div ref={note} className="scroll-mb-40 empty:hidden" {...rest} />;
}
