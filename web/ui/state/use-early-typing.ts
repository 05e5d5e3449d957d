import { useEffect, useEffectEvent, useState } from 'react'
import { enterAgain, readEarlyTyping } from '../../browser/early-press/early-typing.ts'
import { useHydrated } from './use-in-browser.ts'

/** Keeps what was typed and chosen in this part of the page (a selector) before React hydrated it (§D6). */
export function useEarlyTyping(part: string): void {
  const hydrated = useHydrated()
  const [early] = useState(() => (hydrated ? null : readEarlyTyping(part)))
  const enter = useEffectEvent(() => {
    // Read once more: typing may have gone on while React rendered.
    if (early) enterAgain([...early, ...readEarlyTyping(part)])
  })
  useEffect(() => enter(), [])
}
