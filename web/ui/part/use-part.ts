import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../../browser/request/request-error.ts'
import { useFlash } from '../flash/use-flash.tsx'

/** For the control that asks for a part: loads it when the pointer or the focus comes there. */
export type Approach = { onPointerEnter: () => void; onFocus: () => void }

/**
 * A part of the page whose code and styles load when it is first wanted, or approached; null until both are there. If
 * they cannot be loaded, it says so and calls `giveUp`, so that the next press tries again.
 */
export function usePart<Part>(
  wanted: boolean,
  load: () => Promise<Part>,
  giveUp: () => void,
): [part: Part | null, approach: Approach] {
  const [loaded, setLoaded] = useState<{ part: Part } | null>(null)
  const flash = useFlash()
  const missing = wanted && loaded === null
  const begin = useEffectEvent(load)
  const failed = useEffectEvent((error: unknown) => {
    flash('danger', messageOf(error))
    giveUp()
  })

  useEffect(() => {
    if (!missing) return undefined
    let left = false
    begin().then(
      (part) => left || setLoaded({ part }),
      (error: unknown) => left || failed(error),
    )
    return () => {
      left = true
    }
  }, [missing])

  const prepare = () => void load().catch(() => null)
  return [loaded?.part ?? null, { onPointerEnter: prepare, onFocus: prepare }]
}
