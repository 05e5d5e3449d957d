import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { RESIZE_DEBOUNCE } from '../../../worker/contract/limits.ts'
import { onMediaChange } from '../../browser/observe/media.ts'
import { debounced } from '../../browser/time/timers.ts'
import { cssTokenColor } from '../../browser/document/browser-document.ts'
import { onResize, viewportWidth } from '../../browser/observe/viewport.ts'
import { cardFontSize } from './card-font.ts'
import './card-field.css'
import '../../ui/styles/forms.css'

export type CardChange = { complete: boolean; empty: boolean; error: string | null }

type Props = {
  /** Null while Stripe.js is loading; the field's place is kept. */
  stripe: Stripe | null
  /** The error of `cardnumber`. */
  error: string | null
  disabled?: boolean
  onChange(change: CardChange): void
  /** The element that payment methods are created from; null once the field is gone. */
  onElement(card: StripeCardElement | null): void
  /** Escape was pressed inside Stripe's frame, where the page cannot hear it. */
  onEscape?(): void
}

/** Stripe's card field: number, expiry and code in Stripe's own frame, so that no card passes through us. */
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
    // No postal code: cards of many countries do not have one.
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

/** The page's horizontal space around the field, in px. */
const AROUND = 64

/** The width that decides the text size (§9): the viewport, or less inside a dialog. */
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
