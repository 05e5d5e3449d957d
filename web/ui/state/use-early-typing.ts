import { useEffect, useState } from 'react'
import { enterAgain, readEarlyTyping } from '../../browser/early-press/early-typing.ts'
import { useHydrated } from './use-in-browser.ts'

/** By part: its entries before a press; null once the part is there. */
const kept: Record<string, ReturnType<typeof readEarlyTyping> | null> = {}

/** Called once what was typed before the first press is entered. */
let waiting: (() => void)[] = []

/** For a press: waits until what was typed before it is entered. Whether there was any. */
export async function earlyTypingEntered(): Promise<boolean> {
  if (!Object.values(kept).some((entries) => entries?.length)) return false
  await new Promise<void>((resolve) => waiting.push(resolve))
  return true
}

/** Before a press: React renders a part again that has not hydrated, and what was typed would go with the server's HTML. */
export function keepEarlyTyping(part: string): void {
  if (kept[part] !== null) kept[part] = [...(kept[part] ?? []), ...readEarlyTyping(part)]
}

/** Keeps what was typed and chosen in this part of the page (a selector) before React hydrated it. */
export function useEarlyTyping(part: string): void {
  const hydrated = useHydrated()
  const [early] = useState(() => (hydrated ? kept[part] : readEarlyTyping(part)))
  useEffect(() => {
    kept[part] = null
    // Read once more: typing may have gone on while React rendered.
    if (early) enterAgain([...early, ...readEarlyTyping(part)])
    for (const goOn of waiting) goOn()
    waiting = []
  }, [early, part])
}
