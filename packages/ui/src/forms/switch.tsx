import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { type ReactNode, type Ref, useId } from 'react';
import { Spinner } from '../buttons/spinner.tsx';
import { cx } from '../cx.ts';

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** The visible label. */
  children?: ReactNode;
  hint?: ReactNode;
  /** Its name, if there is no visible label. */
  label?: string | undefined;
  /** The change is being saved: shows that, and ignores further changes. */
  pending?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
}

const TRACK = [
  'touch inline-flex h-6 w-10.5 flex-none cursor-pointer items-center rounded-full border border-line-strong bg-sunken p-[3px] transition-colors duration-160',
  'data-checked:border-accent data-checked:bg-accent data-disabled:cursor-not-allowed data-disabled:opacity-60',
].join(' ');
const THUMB = [
  'grid size-4 place-items-center rounded-full bg-3rd text-surface transition-transform duration-160 ease-calm',
  'data-checked:translate-x-4.5 data-checked:bg-on-accent data-checked:text-accent forced-colors:bg-[CanvasText] forced-colors:data-checked:bg-[Highlight]',
].join(' ');

/** On or off, at once. For a choice that is sent with a form use `Checkbox`. */
export function Switch({ ref, ...props }: SwitchProps) {
  const { checked, onCheckedChange, children, hint, label, pending = false, disabled = false } = props;
  const hintId = useId();
  const track = (
    <BaseSwitch.Root
      ref={ref}
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next)}
      readOnly={pending}
      disabled={disabled}
      aria-label={label}
      aria-busy={pending || undefined}
      {...(hint ? { 'aria-describedby': hintId } : {})}
      className={cx(TRACK, !children && props.className)}
    >
      <BaseSwitch.Thumb className={THUMB}>{pending && <Spinner size={12} />}</BaseSwitch.Thumb>
    </BaseSwitch.Root>
  );
  if (!children) return track;
  return (
    <div className={cx('flex items-start justify-between gap-4', props.className)}>
      <div className="min-w-0 flex-1">
        <label className="flex items-start justify-between gap-4">
          <span className="font-medium">{children}</span>
          {track}
        </label>
        {hint && (
          <p id={hintId} className="prose-width mt-0.5 text-small text-pretty text-2nd">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
