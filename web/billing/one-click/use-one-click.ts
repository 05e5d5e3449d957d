import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { oneClickCalls } from './one-click-calls.ts'
import { oneClickDriver } from './one-click-driver.ts'
import { LOADING, type OneClickState } from './one-click-flow.ts'
import { signInAgain } from '../../site/session/sign-in-again.ts'

type Given = {
  /** The page's user. */
  userId: string
  /** The plan to upgrade to. */
  plan: SoldPlan
  onDone(): void
  onBusy?: ((busy: boolean) => void) | undefined
  /** The session has ended. Without this, the user signs in again and returns to this page. */
  onSignedOut?: (() => void) | undefined
}

/** Runs the one-click flow from mount on. */
export function useOneClick({ userId, plan, onDone, onBusy, onSignedOut = signInAgain }: Given) {
  const [state, setState] = useState(LOADING)
  const driver = useRef<ReturnType<typeof oneClickDriver>>(null)
  const changed = useEffectEvent((next: OneClickState) => {
    setState(next)
    onBusy?.(next.kind === 'upgrading')
    if (next.kind === 'done') onDone()
  })

  const signedOut = useEffectEvent(onSignedOut)

  useEffect(() => {
    let left = false
    driver.current = oneClickDriver(
      { plan, ...oneClickCalls(userId, plan) },
      {
        changed: (next) => left || changed(next),
        signedOut: () => left || signedOut(),
      },
    )
    driver.current.start()
    return () => {
      left = true
    }
  }, [userId, plan])

  return {
    state,
    press: () => driver.current?.send({ type: 'pressed' }),
    retry: () => driver.current?.send({ type: 'retried' }),
  }
}
