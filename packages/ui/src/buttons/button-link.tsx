import { useRender } from '@base-ui/react/use-render';
import type { ComponentProps, ReactElement } from 'react';
import { type ButtonLook, buttonClasses } from './button-classes.ts';

export interface ButtonLinkProps extends ComponentProps<'a'>, ButtonLook {
  /** The element to render instead of `<a>`, such as a router's link. */
  render?: ReactElement | undefined;
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink({
  kind = 'primary',
  size = 'm',
  wide = false,
  icon,
  iconAfter,
  className,
  children,
  render,
  ref,
  ...rest
}: ButtonLinkProps) {
  return useRender({
    defaultTagName: 'a',
    ...(render ? { render } : {}),
    ref: ref ?? null,
    props: {
      ...rest,
      'data-kind': kind,
      className: buttonClasses(kind, size, wide, className),
      children: (
        <>
          {icon}
          {children}
          {iconAfter}
        </>
      ),
    },
  });
}
