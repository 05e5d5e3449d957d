import { useEffect, useRef, type KeyboardEvent } from 'react'
import { INVALID_PROMO } from '../../../../worker/contract/payment-words.ts'
import { INTERVAL_OF, type PriceType } from '../../../../worker/contract/billing/checkout.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PressButton } from '../../../ui/button/press-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { promoAt } from './checkout-charge.ts'
import { canApplyPromo, type PromoState } from './promo-flow.ts'
import type { Promo } from './use-promo.ts'

const OFFER_ENDED = 'This offer is no longer available. You would pay the full price.'

type Props = { promo: Promo; price_type: PriceType; locked: boolean }
type Opened = Exclude<PromoState, { kind: 'closed' }>

/** "Apply promo" and the field that it opens (§2.3). */
export function PromoField({ promo, price_type, locked }: Props) {
  const { state, send } = promo
  if (state.kind !== 'closed') return <OpenField state={state} promo={promo} price_type={price_type} locked={locked} />
  return (
    <PromoLink locked={locked} onClick={() => send({ type: 'opened' })}>
      Apply promo
    </PromoLink>
  )
}

function PromoLink({ locked, onClick, children }: { locked: boolean; onClick(): void; children: string }) {
  return (
    <p>
      <PressButton className="promo-link" aria-disabled={locked || undefined} onClick={() => !locked && onClick()}>
        {children}
      </PressButton>
    </p>
  )
}

/** Enter and leaving the field both apply the code, so that a missed press does not cost money. */
function OpenField({ state, promo: { send, apply, offered }, price_type, locked }: Props & { state: Opened }) {
  const input = useRef<HTMLInputElement>(null)
  // A code that came with the page was not asked for, so it takes no focus.
  useEffect(() => {
    if (input.current?.value === '') input.current.focus()
  }, [])
  const valid = state.kind === 'valid'
  const invalid = state.kind === 'invalid'

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void apply()
  }
  function remove() {
    send({ type: 'removed' })
    input.current?.focus()
  }
  return (
    <div className="promo-field">
      <Field
        ref={input}
        label="Promo code"
        name="promo_code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        value={state.code}
        readOnly={valid || locked}
        error={invalid ? INVALID_PROMO : undefined}
        onChange={(event) => send({ type: 'edited', code: event.target.value })}
        onKeyDown={onKeyDown}
        onBlur={() => state.kind === 'entered' && void apply()}
      />
      <Button
        kind="secondary"
        busy={state.kind === 'applying'}
        unavailable={locked || !canApplyPromo(state)}
        onClick={() => void apply()}
      >
        Apply
      </Button>
      <output className={valid ? 'copy' : 'quiet-text'}>
        {valid ? <SuccessCopy state={state} price_type={price_type} /> : null}
        {invalid ? whyInvalid(state, offered) : null}
      </output>
      {valid ? (
        <PromoLink locked={locked} onClick={remove}>
          Remove
        </PromoLink>
      ) : null}
    </div>
  )
}

function SuccessCopy({ state, price_type }: { state: Opened & { kind: 'valid' }; price_type: PriceType }) {
  const { copy, first } = promoAt(state.answer, INTERVAL_OF[price_type])
  return (
    <>
      {first === null ? null : <Glyph name="check" size={20} />}
      {copy}
    </>
  )
}

/** What "Invalid promo code" alone does not say, if anything. */
function whyInvalid({ message, code }: Opened & { kind: 'invalid' }, offered: string | null): string | null {
  if (message !== INVALID_PROMO) return message
  return code === offered ? OFFER_ENDED : null
}
