import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SignInResponse } from '../../../worker/contract/accounts/second-factor.ts'
import { accountApi } from '../../browser/api/account-calls.ts'
import { fillsInPasskeys, PasskeyGivenUp, askPasskey } from '../../browser/device/passkey-device.ts'
import { messageOf } from '../../browser/request/request-error.ts'

export type OnSignedIn = (answer: SignInResponse) => void

/**
 * Signs in with a passkey: on a press, or when the user picks one among what the browser fills into the email field.
 * `onSignedIn` runs once.
 */
export function usePasskeySignIn(onSignedIn: OnSignedIn) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // A browser has one request for passkeys at a time.
  const waiting = useRef<AbortController>(null)

  const offer = useEffectEvent((signal: AbortSignal) => offerAmongFields(signal, onSignedIn))

  useEffect(() => {
    const controller = new AbortController()
    waiting.current = controller
    void offer(controller.signal).catch((error: unknown) => {
      if (!(error instanceof PasskeyGivenUp)) setProblem(messageOf(error))
    })
    return () => controller.abort()
  }, [])

  async function signIn() {
    waiting.current?.abort()
    setBusy(true)
    setProblem(null)
    try {
      const passkey = await askPasskey(await accountApi.signInOptions())
      onSignedIn(await accountApi.signInWithPasskey({ passkey }))
    } catch (error) {
      setBusy(false)
      setProblem(messageOf(error))
    }
  }
  return { busy, problem, signIn: () => void signIn() }
}

async function offerAmongFields(signal: AbortSignal, onSignedIn: OnSignedIn): Promise<void> {
  if (!(await fillsInPasskeys()) || signal.aborted) return
  // Nobody has asked yet, so what goes wrong here is not worth a message.
  const options = await accountApi.signInOptions().catch(() => null)
  if (!options || signal.aborted) return
  const passkey = await askPasskey(options, { waits: true, signal })
  onSignedIn(await accountApi.signInWithPasskey({ passkey }))
}
