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
        const refusal = left ? null : refusalToShow(error)
        if (refusal?.error?.code === 'not_signed_in') signedOut()
        else if (refusal) setKnown({ balance: 0, refusal })
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

/** Null where we or Stripe gave no answer: subscribing creates the customer and checks the balance too. */
export function refusalToShow(error: unknown): RequestError | null {
  if (!(error instanceof RequestError) || !error.error) return null
  return error.error.code === 'payment_failed' ? null : error
}
