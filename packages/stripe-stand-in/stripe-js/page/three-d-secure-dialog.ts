import { build, shadowHost } from './build-element.ts'
import css from './overlay.css?inline'

type Challenge = { title: string; detail: string }

/**
 * The 3-D Secure dialog. Like Stripe's own it uses z-index, not the browser's top layer, so a page must close a modal
 * <dialog> before it opens. Resolves with the customer's answer; Escape means no.
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
      // Keys belong to the bank's page, so the checkout behind must not handle them.
      event.stopPropagation()
      if (event.key === 'Escape') close('fail')
      if (event.key === 'Tab') {
        event.preventDefault()
        const next = event.target === complete ? fail : complete
        next.focus()
      }
    })
    // A press outside the box must not move the focus, or Escape would not work.
    cover.addEventListener('mousedown', (event) => event.target === cover && event.preventDefault())
    document.body.append(host)
    complete.focus()
  })
}
