import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { accountApi } from '../../browser/api/account-calls.ts'
import { fillsInPasskeys, PasskeyGivenUp, askPasskey } from '../../browser/device/passkey-device.ts'
import { messageOf } from '../../browser/request/request-error.ts'

/**
 * Signs in with a passkey: on a press, or when the user picks one among what the browser fills into the email field.
 * `onSignedIn` runs once.
 */
export function usePasskeySignIn(onSignedIn: () => void) {
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
      await accountApi.signInWithPasskey({ passkey })
      onSignedIn()
    } catch (error) {
      setBusy(false)
      setProblem(messageOf(error))
    }
  }
  return { busy, problem, signIn: () => void signIn() }
}

async function offerAmongFields(signal: AbortSignal, onSignedIn: () => void): Promise<void> {
  if (!(await fillsInPasskeys()) || signal.aborted) return
  // Nobody has asked yet, so what goes wrong here is not worth a message.
  const options = await accountApi.signInOptions().catch(() => null)
  if (!options || signal.aborted) return
  const passkey = await askPasskey(options, { waits: true, signal })
  await accountApi.signInWithPasskey({ passkey })
  onSignedIn()
}
