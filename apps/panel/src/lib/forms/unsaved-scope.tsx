import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react';
import { DiscardQuestion } from './discard-question.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

type Report = (form: string, isUnsaved: boolean) => void;

const Scope = createContext<Report | null>(null);

/** What a dialog knows of the forms in it: whether closing it would lose what was typed. */
export function useUnsavedScope(): { isUnsaved: boolean; report: Report } {
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  const report = useCallback<Report>(
    (form, isUnsaved) =>
      setUnsaved((now) => {
        if (now.includes(form) === isUnsaved) return now;
        return isUnsaved ? [...now, form] : now.filter((each) => each !== form);
      }),
    [],
  );
  return { isUnsaved: unsaved.length > 0, report };
}

/** Lets the forms below tell the dialog around them, instead of asking themselves. */
export function UnsavedScope({ report, children }: { report: Report; children: ReactNode }) {
  return <Scope value={report}>{children}</Scope>;
}

/** Keeps the input of a form from being lost: by the dialog around it, if there is one, or by a question of its own. */
export function UnsavedInput(props: { isUnsaved: boolean; dependsOn?: readonly string[] | undefined }) {
  const report = useContext(Scope);
  return report === null ? <GuardedInput {...props} /> : <ReportedInput isUnsaved={props.isUnsaved} report={report} />;
}

function GuardedInput({ isUnsaved, dependsOn }: Parameters<typeof UnsavedInput>[0]) {
  const guard = useUnsavedGuard(isUnsaved, dependsOn);
  return isUnsaved && <DiscardQuestion guard={guard} />;
}

function ReportedInput({ isUnsaved, report }: { isUnsaved: boolean; report: Report }) {
  const form = useId();
  useEffect(() => {
    report(form, isUnsaved);
    return () => report(form, false);
  }, [form, isUnsaved, report]);
  return null;
}
