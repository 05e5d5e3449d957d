import type { PaymentMethodResult, StripeCardElementOptions } from '@stripe/stripe-js'
import type { CardChange } from './card-state.ts'
import type { Params } from '../form-body.ts'

/** Messages from the page to the card frame. */
export type ToFrame =
  | { kind: 'options'; options: StripeCardElementOptions }
  | { kind: 'focus' }
  /** The frame sends the card to the emulator; the page never sees it. */
  | { kind: 'createPaymentMethod'; request: number; key: string; params: Params }

/** Messages from the frame to the page. */
export type FromFrame =
  | { kind: 'loaded' }
  | { kind: 'ready' }
  | { kind: 'resized'; height: number }
  | { kind: 'change'; change: CardChange }
  | { kind: 'escape' }
  | { kind: 'entered' }
  | { kind: 'answer'; request: number; result: PaymentMethodResult }

const MARK = 'stripe-js-stand-in'

export function sendToWindow(target: Window, origin: string, message: ToFrame | FromFrame): void {
  target.postMessage({ mark: MARK, message }, origin)
}

/** Listens to one window at one origin, and ignores all other messages. Returns a function that stops listening. */
export function listenToWindow<Message extends ToFrame | FromFrame>(
  from: () => Window | null,
  origin: string,
  handle: (message: Message) => void,
): () => void {
  function receive(event: MessageEvent<unknown>): void {
    if (event.origin !== origin || event.source === null || event.source !== from()) return
    if (isMarked<Message>(event.data)) handle(event.data.message)
  }
  addEventListener('message', receive)
  return () => removeEventListener('message', receive)
}

function isMarked<Message>(data: unknown): data is { mark: string; message: Message } {
  return typeof data === 'object' && data !== null && 'mark' in data && data.mark === MARK
}
