import type { Fault, Faults } from './fault-injection.ts'
import { emptyState, type EmulatorState } from '../store/stripe-objects.ts'
import type { WebhookControl } from './webhook-delivery.ts'

/** Which wallet a browser has, as the stand-in for Stripe.js tells it; `late` is ready only after 1200 ms. */
export type WalletSetting = 'apple' | 'google' | 'link' | 'none' | 'late'

/** A call as it came; `params` is the form as sent, `status` 0 where nobody got the answer. */
export type CallRecord = { method: string; path: string; status: number; params: string; request_id: string }

const REMEMBERED = 1000

export function createControl(parts: {
  state: EmulatorState
  faults: Faults
  webhooks: WebhookControl
  tick(): void
  /** Sends and saves what is new. */
  changed(): void
  save(): void
}) {
  const calls: CallRecord[] = []
  let wallet: WalletSetting = 'none'
  return {
    /** The next call that it concerns goes wrong. Orders queue up. */
    fail: (fault: Fault) => parts.faults.order(fault),
    clearFaults: () => parts.faults.clear(),
    webhooks: parts.webhooks,
    /** The latest calls, oldest first. */
    calls: () => structuredClone(calls),
    record: (call: CallRecord) => {
      calls.push(call)
      if (calls.length > REMEMBERED) calls.shift()
    },
    wallet: () => wallet,
    setWallet: (next: WalletSetting) => void (wallet = next),
    /** Lets happen what is due by now: renewals, retries, ends of trials, expiries. */
    tick: () => {
      parts.tick()
      parts.changed()
    },
    /** Stripe's clock goes forward by so many ms, and what is due by then happens: renewals, ends of trials, retries. */
    later: (ms: number) => {
      parts.state.ahead += ms
      parts.tick()
      parts.changed()
      parts.save()
    },
    /** Keeps what was put into the store directly. */
    save: parts.save,
    /** Everything is forgotten, orders of faults and webhook modes included. */
    reset: () => {
      Object.assign(parts.state, emptyState())
      parts.faults.clear()
      parts.webhooks.forget()
      parts.webhooks.mode('normal')
      calls.length = 0
      wallet = 'none'
      parts.save()
    },
  }
}

export type StripeControl = ReturnType<typeof createControl>
