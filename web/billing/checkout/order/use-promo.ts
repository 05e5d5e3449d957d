import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Offer, PromoAnswer, PromoCheck } from '../../../../worker/contract/billing/checkout.ts'
import { INVALID_PROMO } from '../../../../worker/contract/payment-words.ts'
import { RequestError } from '../../../browser/request/request-error.ts'
import { canApplyPromo, NO_PROMO, offeredPromo, promoReducer, type PromoEvent, type PromoState } from './promo-flow.ts'

/** Why a failed check counts as invalid (§7). */
const UNCHECKED = 'It could not be checked. Check your connection and try again.'

type Campaign = {
  /** The code to apply at once; null without a campaign. */
  campaign: string | null
  /** That code was refused, now or when paying. */
  onCampaignEnded(): void
}

/** Runs the promo code field (§4.4). A campaign's code is applied when the form appears; the user may replace it. */
export function usePromo(
  { monthly_plan, yearly_plan }: Offer,
  validate: (check: PromoCheck) => Promise<PromoAnswer>,
  { campaign, onCampaignEnded }: Campaign,
) {
  const [offered] = useState(campaign)
  const [state, setState] = useState<PromoState>(() => (offered === null ? NO_PROMO : offeredPromo(offered)))
  const current = useRef(state)

  function send(event: PromoEvent) {
    current.current = promoReducer(current.current, event)
    setState(current.current)
    const { kind } = current.current
    if (kind === 'invalid' && current.current.message === INVALID_PROMO && current.current.code.trim() === offered) {
      onCampaignEnded()
    }
  }
  async function check(code: string) {
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
      send({ type: 'refused', attempt, message: answered ? INVALID_PROMO : UNCHECKED })
    }
  }
  async function apply() {
    if (!canApplyPromo(current.current)) return
    const code = current.current.code.trim()
    send({ type: 'applied' })
    await check(code)
  }

  const checkOffered = useEffectEvent(() => {
    if (offered !== null) void check(offered)
  })
  useEffect(() => checkOffered(), [])

  return { state, send, apply, offered, refuse: (message: string) => send({ type: 'cleared', message }) }
}

export type Promo = ReturnType<typeof usePromo>
