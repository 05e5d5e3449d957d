import { Hono } from 'hono'
import type {
  AfterVoid,
  FaultKind,
  OnceOverTrial,
  Emulator,
  WalletSetting,
  WebhookMode,
} from '../../../packages/stripe-stand-in/index.ts'

/** The options of the home page's lists, with their labels. */
export const FAULTS: Record<FaultKind, string> = {
  slow: 'answers after five seconds',
  '500': 'answers 500 and does nothing',
  '500_after_commit': 'does its work and answers 500',
  '409_lock_timeout': 'answers 409, someone else has the lock',
  '429': 'answers 429, too many requests',
  drop: 'closes the connection and does nothing',
  drop_after_commit: 'does its work and closes the connection',
}
export const WEBHOOK_MODES: Record<WebhookMode, string> = {
  normal: 'once, in order',
  duplicate: 'each twice',
  reorder: 'newest first',
  delay: 'after five seconds',
  lost: 'never',
  lost_once: 'the first try lost, then retried',
  bad_signature: 'signed with another secret',
  hold: 'held until sent by hand',
}
export const WALLETS: Record<WalletSetting, string> = {
  none: 'no wallet',
  ready: 'its own: Apple Pay, Google Pay or Link',
  late: 'its own, ready only after 2500 ms',
}

export const AFTER_VOID: Record<AfterVoid, string> = {
  expires: 'expires',
  waits: 'stays incomplete',
  activates: 'becomes active',
}
export const ONCE_OVER_TRIAL: Record<OnceOverTrial, string> = {
  kept: 'keeps it for the first payment',
  consumed: 'uses it up',
}

const LONG = 5000

/** The home page's buttons, also for scripts: `curl -d kind=500 …/_control/fail`. */
export function controlRoutes(control: Emulator['control']): Hono {
  const app = new Hono()
  app.post('/:what', async (c) => {
    const form = await c.req.parseBody()
    const value = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
    if (!(await order(control, c.req.param('what'), value))) return c.text('Unknown control or value.', 400)
    return c.redirect('/', 303)
  })
  return app
}

async function order(control: Emulator['control'], what: string, value: (name: string) => string): Promise<boolean> {
  switch (what) {
    case 'fail': {
      const kind = value('kind')
      if (!isOneOf(FAULTS, kind)) return false
      control.fail({ kind, ms: LONG, ...(value('on') && { on: value('on') }) })
      return true
    }
    case 'webhooks': {
      const mode = value('mode')
      if (!isOneOf(WEBHOOK_MODES, mode)) return false
      control.webhooks.mode(mode, LONG)
      return true
    }
    case 'wallet': {
      const wallet = value('wallet')
      if (!isOneOf(WALLETS, wallet)) return false
      control.setWallet(wallet)
      return true
    }
    case 'void': {
      const after = value('after')
      if (!isOneOf(AFTER_VOID, after)) return false
      control.setAfterVoid(after)
      return true
    }
    case 'trial_coupon': {
      const once = value('once')
      if (!isOneOf(ONCE_OVER_TRIAL, once)) return false
      control.setOnceOverTrial(once)
      return true
    }
    case 'dispute':
      control.dispute(value('charge'))
      return true
    case 'deliver':
      await control.webhooks.deliver()
      return true
    case 'resend':
      await control.webhooks.resend(value('event'))
      return true
    default:
      return false
  }
}

function isOneOf<Choice extends string>(choices: Record<Choice, string>, value: string): value is Choice {
  return Object.hasOwn(choices, value)
}
