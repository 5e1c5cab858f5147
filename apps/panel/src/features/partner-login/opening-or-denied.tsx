import { useNavigate } from '@tanstack/react-router';
import { OpeningScreen } from '../../app/opening-screen.tsx';
import { PATHS } from '../../lib/paths.ts';
import { EntryFrame } from '../sign-in/entry-frame.tsx';
import { OfacDenied } from '../sign-in/ofac-denied.tsx';

/** What an automatic sign-in shows while it runs, and where the visitor's country is denied. */
export function OpeningOrDenied({ deniedCountry }: { deniedCountry: string | null }) {
  const navigate = useNavigate();
  if (deniedCountry === null) return <OpeningScreen />;
  return (
    <EntryFrame>
      <OfacDenied
        country={deniedCountry}
        onBack={() => void navigate({ to: PATHS.login, search: {}, replace: true })}
      />
    </EntryFrame>
  );
}
