import type { ClipboardEventHandler, ReactNode } from 'react';
import { UnsavedInput } from './unsaved-scope.tsx';

export type FormProps = {
  /** What `useForm` returns. */
  form: { attributes: object; isUnsaved: boolean };
  /** Whether something in it would be missed; by default, whether anything was typed that isn't saved. */
  isUnsaved?: boolean;
  /** The parts of the query that its screen depends on, if the same path shows other screens too. Must be the same list each time. */
  dependsOn?: readonly string[];
  id?: string;
  className?: string;
  onPaste?: ClipboardEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** A form of the panel. Nothing that was typed is lost without a question: by Close, Escape, another screen, the browser's Back, or a reload. */
export function Form({ form, isUnsaved = form.isUnsaved, dependsOn, children, ...attributes }: FormProps) {
  return (
    <>
      <form {...form.attributes} {...attributes}>
        {children}
      </form>
      <UnsavedInput isUnsaved={isUnsaved} dependsOn={dependsOn} />
    </>
  );
}
