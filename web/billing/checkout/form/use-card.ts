import { useEffect, useState, type RefObject } from 'react'
import type { StripeCardElement } from '@stripe/stripe-js'
import type { CardChange } from '../../stripe-js/card-field.tsx'
import type { Payment } from '../../payment/use-payment.ts'

/** Connects the card field to the payment: shows its own errors and the refusal of a submitted card. */
export function useCard(cardRef: RefObject<StripeCardElement | null>, { state, send }: Payment) {
  const [fault, setFault] = useState<string | null>(null)
  const problem = state.kind === 'idle' ? state.problem : null
  const refusal = problem?.at === 'card' || problem?.at === 'cardnumber' ? problem.message : null
  // After a refusal the field is editable again and still holds what was typed.
  useEffect(() => {
    if (refusal !== null) cardRef.current?.focus()
  }, [refusal, cardRef])

  return {
    error: refusal ?? fault,
    onChange({ error }: CardChange) {
      setFault(error)
      send({ type: 'edited' })
    },
    onElement(given: StripeCardElement | null) {
      cardRef.current = given
    },
  }
}
