import { useEffect, useEffectEvent, useState } from 'react'
import { RequestError } from '../../../browser/request/request-error.ts'
import type { PaymentCalls } from '../../payment/payment-calls.ts'

/** Creates the Stripe customer when checkout opens (§7). Returns the server's refusal, if any. */
export function useCustomer({ createCustomer }: PaymentCalls, onSignedOut: () => void): RequestError | null {
  const [refusal, setRefusal] = useState<RequestError | null>(null)
  const signedOut = useEffectEvent(onSignedOut)
  useEffect(() => {
    let left = false
    createCustomer().catch((error: unknown) => {
      // A lost answer does no harm: subscribing creates the customer too.
      if (left || !(error instanceof RequestError) || !error.error) return
      if (error.error.code === 'not_signed_in') signedOut()
      else setRefusal(error)
    })
    return () => {
      left = true
    }
  }, [createCustomer])
  return refusal
}
