import type { Fault, Faults } from './fault-injection.ts'
import { emptyState, type AfterVoid, type EmulatorState, type OnceOverTrial } from '../store/stripe-objects.ts'
import type { WebhookControl } from './webhook-delivery.ts'

/** Whether our Stripe.js offers the browser's wallet; `late` is ready only after 2500 ms. */
export type WalletSetting = 'none' | 'ready' | 'late'

/** A call; `params` is the form as sent, `status` is 0 if the connection was dropped. */
type CallRecord = { method: string; path: string; status: number; params: string; request_id: string }

const REMEMBERED = 1000

export function createControl(parts: {
  state: EmulatorState
  faults: Faults
  webhooks: WebhookControl
  tick(): void
  nextDue(): number | null
  dispute(charge: string): string
  authenticate(intent: string, passed: boolean): void
  /** Sends new webhooks and saves the state. */
  changed(): void
  save(): void
}) {
  const calls: CallRecord[] = []
  let wallet: WalletSetting = 'none'
  const putBack = (state: EmulatorState) => {
    Object.assign(parts.state, state)
    parts.faults.clear()
    parts.webhooks.forget()
    parts.webhooks.mode('normal')
    calls.length = 0
    wallet = 'none'
    parts.save()
  }
  return {
    /** Makes the next matching call fail. Faults queue up. */
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
    afterVoid: () => parts.state.afterVoid ?? 'expires',
    setAfterVoid: (next: AfterVoid) => {
      parts.state.afterVoid = next
      parts.save()
    },
    onceOverTrial: () => parts.state.onceOverTrial ?? 'kept',
    setOnceOverTrial: (next: OnceOverTrial) => {
      parts.state.onceOverTrial = next
      parts.save()
    },
    /** A cardholder disputes a charge, or what was not refunded of it. Returns the dispute's id. */
    dispute: (charge: string) => {
      const id = parts.dispute(charge)
      parts.changed()
      return id
    },
    /** The bank's answer to 3-D Secure of an intent. */
    authenticate: (intent: string, passed: boolean) => {
      parts.authenticate(intent, passed)
      parts.changed()
    },
    /** Runs what is due by now: renewals, retries, trial ends, expiries. */
    tick: () => {
      parts.tick()
      parts.changed()
    },
    /** When something is due next, in ms; null: nothing. */
    nextDue: parts.nextDue,
    /** Moves Stripe's clock forward by `ms`, and runs what is due by then. */
    later: (ms: number) => {
      parts.state.ahead += ms
      parts.tick()
      parts.changed()
      parts.save()
    },
    /** Saves objects that were put into the store directly. */
    save: parts.save,
    /** Forgets everything, faults and webhook modes included. */
    reset: () => putBack(emptyState()),
    /** Remembers what is stored now; the returned function forgets everything else, as `reset` does. */
    takeSnapshot: () => {
      const snapshot = structuredClone(parts.state)
      return () => putBack(structuredClone(snapshot))
    },
  }
}

export type StripeControl = ReturnType<typeof createControl>
