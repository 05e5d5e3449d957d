import { useRef, useState } from 'react'
import type { Offer, PromoAnswer, PromoCheck } from '../../../../worker/contract/billing/checkout.ts'
import { RequestError } from '../../../browser/request/request-error.ts'
import { canApplyPromo, NO_PROMO, promoReducer, type PromoEvent } from './promo-flow.ts'

/** Runs the promo code field (§4.4). */
export function usePromo({ monthly_plan, yearly_plan }: Offer, validate: (check: PromoCheck) => Promise<PromoAnswer>) {
  const [state, setState] = useState(NO_PROMO)
  const current = useRef(NO_PROMO)

  function send(event: PromoEvent) {
    current.current = promoReducer(current.current, event)
    setState(current.current)
  }
  async function apply() {
    if (!canApplyPromo(current.current)) return
    const code = current.current.code.trim()
    send({ type: 'applied' })
    const { attempt } = current.current
    try {
      const answer = await validate({
        code,
        currency: (monthly_plan ?? yearly_plan)?.currency ?? 'usd',
        month_price_in_cents: monthly_plan?.amount ?? null,
        year_price_in_cents: yearly_plan?.amount ?? null,
      })
      send({ type: 'accepted', attempt, answer })
    } catch (error) {
      const answered = error instanceof RequestError && error.status > 0 && error.status < 500
      send({ type: 'refused', attempt, why: answered ? 'refused' : 'unreachable' })
    }
  }
  return { state, send, apply }
}

export type Promo = ReturnType<typeof usePromo>
