import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { RESIZE_DEBOUNCE } from '../../../worker/contract/limits.ts'
import { onMediaChange } from '../../browser/observe/media.ts'
import { debounced } from '../../browser/time/timers.ts'
import { cssTokenColor } from '../../browser/document/css-token-color.ts'
import { onResize, viewportWidth } from '../../browser/observe/viewport.ts'
import { cardFontSize } from './card-font.ts'

export type CardChange = { complete: boolean; empty: boolean; error: string | null }

type Props = {
  /** Null while Stripe.js is on its way: the field's place is kept. */
  stripe: Stripe | null
  /** The error of `cardnumber`. */
  error: string | null
  disabled?: boolean
  onChange(change: CardChange): void
  /** What payment methods are made from; null once the field is gone. Call its `focus()` to lead back to it. */
  onElement(card: StripeCardElement | null): void
  /** A key pressed inside the frame does not reach the page: this is how a dialog around it learns of Escape. */
  onEscape?(): void
}

/** Stripe's card field: one row for number, expiry and code, in a frame of Stripe's, so that no card passes through us. */
export function CardField({ stripe, error, disabled = false, onChange, onElement, onEscape }: Props) {
  const id = useId()
  const mount = useRef<HTMLDivElement>(null)
  const card = useRef<StripeCardElement>(null)
  const changed = useEffectEvent(onChange)
  const given = useEffectEvent(onElement)
  const escaped = useEffectEvent(() => onEscape?.())
  const isDisabled = useEffectEvent(() => disabled)

  useEffect(() => {
    const place = mount.current
    if (!stripe || !place) return undefined
    // The postal code is not asked for: one group of fields, and cards of every country have what it asks.
    const element = stripe.elements().create('card', {
      style: styleAt(place),
      hidePostalCode: true,
      disableLink: true,
      disabled: isDisabled(),
    })
    element.on('change', ({ complete, empty, error: fault }) =>
      changed({ complete, empty, error: fault?.message ?? null }),
    )
    element.on('loaderror', ({ error: fault }) =>
      changed({ complete: false, empty: true, error: fault.message ?? null }),
    )
    element.on('escape', () => escaped())
    element.mount(place)
    card.current = element
    given(element)
    const restyle = () => element.update({ style: styleAt(place) })
    const resized = debounced(RESIZE_DEBOUNCE, restyle)
    const stops = [onResize(resized.call), onMediaChange('(prefers-color-scheme: dark)', restyle), resized.cancel]
    return () => {
      for (const stop of stops) stop()
      card.current = null
      given(null)
      element.destroy()
    }
  }, [stripe])

  useEffect(() => card.current?.update({ disabled }), [disabled])

  return (
    <div className="field card-field">
      <label id={`${id}-label`} htmlFor={`${id}-card`}>
        Card
      </label>
      <fieldset
        className="mount"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-busy={stripe ? undefined : true}
        data-invalid={error ? true : undefined}
      >
        <div id={`${id}-card`} ref={mount} />
      </fieldset>
      <div aria-live="polite">
        {error ? (
          <p className="error" id={`${id}-error`} data-field="cardnumber">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Of what a page gives its column at a width, beside the field itself. */
const AROUND = 64

/** What its text follows (§9): the viewport, or where it stands in a dialog the narrower room there. */
function roomFor(place: Element): number {
  return place.closest('dialog') ? Math.min(viewportWidth(), place.clientWidth + AROUND) : viewportWidth()
}

function styleAt(place: Element) {
  const quiet = cssTokenColor('--ink-quiet', place)
  return {
    base: {
      color: cssTokenColor('--ink', place),
      iconColor: quiet,
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSize: `${cardFontSize(roomFor(place))}px`,
      '::placeholder': { color: quiet },
    },
    invalid: { color: cssTokenColor('--danger', place), iconColor: cssTokenColor('--danger', place) },
  }
}
