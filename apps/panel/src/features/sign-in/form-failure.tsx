import { Banner } from '@postern/ui/feedback/banner';

/** Why submitting failed, announced as soon as it is known. */
export function FormFailure({ text }: { text: string | null }) {
  return (
    <div role="alert" className={text ? '' : 'hidden'}>
      {text && <Banner kind="bad">{text}</Banner>}
    </div>
  );
}
