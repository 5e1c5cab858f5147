import { showNames, withoutDomain } from '@postern/domain/addresses';
import { TextInput, type TextInputProps } from '@postern/ui/forms/text-input';

type Props = Omit<TextInputProps, 'onChange' | 'suffix'> & { domain: string; onType: (userName: string) => void };

/** The part of an address before its domain. A whole address of that domain, pasted, is cut to it. */
export function UserNameInput({ domain, onType, ...input }: Props) {
  return (
    <>
      <TextInput
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        onChange={(event) => onType(withoutDomain(event.target.value, domain))}
        suffix={
          <span className="max-w-[45vw] py-1 text-end leading-tight wrap-anywhere phone:max-w-64 max-[23rem]:hidden">
            @{showNames(domain)}
          </span>
        }
      />
      {/* On the narrowest screens half the field would be too little to type in. */}
      <span className="mt-1 block text-label wrap-anywhere text-2nd min-[23rem]:hidden">@{showNames(domain)}</span>
    </>
  );
}
