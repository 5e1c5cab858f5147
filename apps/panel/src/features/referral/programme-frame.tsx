import { REFERRAL_FRAME, REFERRAL_SANDBOX } from '@postern/contract/referral';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { WaitingStatus } from '../../lib/loading/waiting.tsx';

/** What Cello's `boot` takes. https://docs.cello.so/sdk/client-side/cello-js-usage, read on 2026-11-27. */
export type BootOptions = {
  productId: string;
  token: string;
  language: string;
  themeMode: 'light' | 'dark';
  productUserDetails: { email: string; fullName?: string };
};

/** The script comes from far away; after this nobody waits any longer. */
const OPENS_WITHIN_MS = 20_000;

/**
 * The page of ours in which the programme's script runs. It has no origin, so its messages come from `null`, and only `*` reaches it; the
 * panel's policy lets this frame show nothing but that page, so nobody else can be there to hear. ADR 119.
 */
export function ProgrammeFrame({ title, boot, onFail }: { title: string; boot: BootOptions; onFail: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isOpen, setOpen] = useState(false);
  const fail = useEffectEvent(onFail);
  const bootOptions = useEffectEvent(() => boot);
  useEffect(() => {
    const { port1: programme, port2: forFrame } = new MessageChannel();
    const timer = setTimeout(() => fail(), OPENS_WITHIN_MS);
    function hear({ source, origin, data }: MessageEvent) {
      const inside = frame.current?.contentWindow;
      if (!inside || source !== inside || origin !== 'null' || data !== 'ready') return;
      window.removeEventListener('message', hear);
      inside.postMessage(bootOptions(), '*', [forFrame]);
    }
    programme.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (data === 'open') setOpen(true);
      else fail();
    };
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', hear);
      programme.close();
    };
  }, []);
  return (
    <>
      {!isOpen && <WaitingStatus />}
      <iframe
        ref={frame}
        title={title}
        src={REFERRAL_FRAME}
        sandbox={REFERRAL_SANDBOX}
        allow="clipboard-write"
        className={`block h-160 w-full ${isOpen ? '' : 'animate-breathe bg-line/60'}`}
      />
    </>
  );
}
