import { build, shadowHost } from './build-element.ts'
import css from './overlay.css?inline'

export type Challenge = { title: string; detail: string }

/**
 * The bank's question. As Stripe's own it lies over the page by z-index, not in the browser's top layer: under a modal
 * <dialog> it can not be reached, and a page that asks from one has to close it first (stripe-js).
 * Resolves once the customer has answered; Escape is a no.
 */
export function askForAuthentication({ title, detail }: Challenge): Promise<'complete' | 'fail'> {
  return new Promise((resolve) => {
    const before = document.activeElement
    const complete = build('button', { type: 'button', class: 'primary' }, 'Complete')
    const fail = build('button', { type: 'button' }, 'Fail')
    const box = build(
      'div',
      { class: 'box', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'title', 'aria-describedby': 'detail' },
      build('h1', { id: 'title' }, title),
      build('p', { id: 'detail' }, detail),
      build('div', { class: 'buttons' }, complete, fail),
    )
    const cover = build('div', { class: 'cover' }, box)
    const host = shadowHost(css, cover)
    host.dataset.stripeStandIn = '3ds'

    function close(answer: 'complete' | 'fail'): void {
      host.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve(answer)
    }
    complete.addEventListener('click', () => close('complete'))
    fail.addEventListener('click', () => close('fail'))
    box.addEventListener('keydown', (event) => {
      // It belongs to the bank's page: the checkout behind must not take it for its own.
      event.stopPropagation()
      if (event.key === 'Escape') close('fail')
      if (event.key === 'Tab') {
        event.preventDefault()
        const next = event.target === complete ? fail : complete
        next.focus()
      }
    })
    // A press beside the box must not take the focus out of it, where Escape would go unheard.
    cover.addEventListener('mousedown', (event) => event.target === cover && event.preventDefault())
    document.body.append(host)
    complete.focus()
  })
}
