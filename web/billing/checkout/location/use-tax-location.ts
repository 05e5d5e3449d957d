import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import type { Checkout, TaxAnswer, TaxCheck, TaxLocation } from '../../../../worker/contract/billing/checkout.ts'
import { PRICE_PROBLEM } from '../../../../worker/contract/payment-words.ts'
import { messageOf, RequestError } from '../../../browser/request/request-error.ts'
import { after } from '../../../browser/time/timers.ts'
import { completeLocation, locationReducer, stateFor, UNKNOWN } from './location-flow.ts'
import type { Order } from '../../payment/payment-flow.ts'

/** How long nothing is typed before Stripe is asked, in ms. */
const PAUSE = 400
const NOWHERE: TaxLocation = { country: '', postal_code: '' }

/**
 * Asks where the buyer is, while the site needs it, and what tax the payment includes there. `order`: what is chosen;
 * another choice is asked again. `first`: the first payment as the page shows it, in cents; Stripe must agree.
 */
export function useTaxLocation(
  { asks_location }: Pick<Checkout, 'asks_location'>,
  { plan_id, product_id, price, promo_code }: Order,
  { first, check }: { first: number; check: (input: TaxCheck) => Promise<TaxAnswer> },
) {
  const [typed, setTyped] = useState(NOWHERE)
  const [edits, setEdits] = useState(0)
  const [state, send] = useReducer(locationReducer, UNKNOWN)
  const location = completeLocation(typed)
  // As text, so that an equal question is asked once, but again after each edit.
  const question = JSON.stringify([
    edits,
    { plan_id, product_id, price, promo_code: promo_code ?? null, ...(location && { location }) },
  ])

  const ask = useEffectEvent(async (asked: string, nth: number) => {
    const [, input] = JSON.parse(asked)
    try {
      const answer = await check(input)
      const changed = answer.first_payment !== null && answer.first_payment !== first
      send(
        changed
          ? { type: 'refused', attempt: nth, message: PRICE_PROBLEM, at: 'check' }
          : { type: 'answered', attempt: nth, question: asked, answer },
      )
    } catch (error) {
      const known = error instanceof RequestError && error.error?.attribute === 'postal_code'
      send({ type: 'refused', attempt: nth, message: messageOf(error), at: known ? 'place' : 'check' })
    }
  })
  const start = useEffectEvent((asked: string) => {
    // Stripe is not asked about half of a postal code.
    if (!location && typed.country !== '') return
    send({ type: 'checked' })
    void ask(asked, state.attempt + 1)
  })
  useEffect(() => (asks_location ? after(PAUSE, () => start(question)) : undefined), [asks_location, question])

  const now = stateFor(state, question)
  return {
    asked: asks_location === true,
    state: now,
    /** Where the tax is found; null while unknown. */
    at: state.company ?? location,
    typed,
    location,
    /** The total is final, or nothing is asked. */
    settled: !asks_location || now.kind === 'known',
    type(next: TaxLocation) {
      send({ type: 'edited' })
      setTyped(next)
      setEdits((before) => before + 1)
    },
    retry: () => setEdits((before) => before + 1),
  }
}

export type TaxPlace = ReturnType<typeof useTaxLocation>
