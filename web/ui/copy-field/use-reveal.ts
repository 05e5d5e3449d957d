import { useState } from 'react'
import { usePresses } from '../press/use-presses.ts'

/** Reads a hidden value on a press. `shown` is undefined until then. */
export function useReveal<Value>(read: () => Promise<Value>) {
  const [shown, setShown] = useState<Value | undefined>()
  const { state, press, isWorking } = usePresses<'show'>(async () => setShown(await read()))
  return {
    shown,
    busy: isWorking('show'),
    problem: state.kind === 'idle' ? state.problem : null,
    show: () => press('show'),
    /** Shows this value instead, which has replaced it. */
    keep: setShown,
  }
}
