import { useEffect, useEffectEvent, useState } from 'react'
import { RequestError } from '../../../browser/request/request-error.ts'
import type { PaymentCalls } from '../../payment/payment-calls.ts'

type Known = { balance: number; refusal: RequestError | null }

/**
 * Creates the Stripe customer when checkout opens (§7), and tells the balance that the first payment counts, 0 until it
 * is known: the server refuses a press that shows another. `refusal`: the server's, if any.
 */
export function useCustomer({ createCustomer }: PaymentCalls, onSignedOut: () => void) {
  const [known, setKnown] = useState<Known>({ balance: 0, refusal: null })
  const signedOut = useEffectEvent(onSignedOut)
  useEffect(() => {
    let left = false
    createCustomer()
      .then(({ balance }) => left || setKnown({ balance, refusal: null }))
      .catch((error: unknown) => {
        // A lost answer does no harm: subscribing creates the customer too.
        if (left || !(error instanceof RequestError) || !error.error) return
        if (error.error.code === 'not_signed_in') signedOut()
        else setKnown({ balance: 0, refusal: error })
      })
    return () => {
      left = true
    }
  }, [createCustomer])
  const askAgain = () =>
    void createCustomer()
      .then(({ balance }) => setKnown({ balance, refusal: null }))
      // The next press asks once more.
      .catch(() => {})
  return { ...known, askAgain }
}
