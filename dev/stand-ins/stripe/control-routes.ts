import { Hono } from 'hono'
import type {
  AfterVoid,
  FaultKind,
  OnceOverTrial,
  Emulator,
  WalletSetting,
  WebhookMode,
} from '../../../packages/stripe-stand-in/index.ts'

const FAULTS: Record<FaultKind, string> = {
  slow: 'answers after five seconds',
  '500': 'answers 500 and does nothing',
  '500_after_commit': 'does its work and answers 500',
  '409_lock_timeout': 'answers 409, someone else has the lock',
  '429': 'answers 429, too many requests',
  drop: 'closes the connection and does nothing',
  drop_after_commit: 'does its work and closes the connection',
}
const WEBHOOK_MODES: Record<WebhookMode, string> = {
  normal: 'once, in order',
  duplicate: 'each twice',
  reorder: 'newest first',
  delay: 'after five seconds',
  lost: 'never',
  lost_once: 'the first try lost, then retried',
  bad_signature: 'signed with another secret',
  hold: 'held until sent by hand',
}
const WALLETS: Record<WalletSetting, string> = {
  none: 'no wallet',
  ready: 'its own: Apple Pay, Google Pay or Link',
  late: 'its own, ready only after 2500 ms',
}
const AFTER_VOID: Record<AfterVoid, string> = {
  expires: 'expires',
  waits: 'stays incomplete',
  activates: 'becomes active',
}
const ONCE_OVER_TRIAL: Record<OnceOverTrial, string> = {
  kept: 'keeps it for the first payment',
  consumed: 'uses it up',
}

const LONG = 5000

type Control = Emulator['control']
type Choice = {
  label: string
  options: Record<string, string>
  now(control: Control): string
  /** Says whether there is such an option. */
  choose(control: Control, value: string): boolean
}

function choice<Value extends string>(
  label: string,
  options: Record<Value, string>,
  set: (control: Control, value: Value) => void,
  now: (control: Control) => string = () => '',
): Choice {
  const isOption = (value: string): value is Value => Object.hasOwn(options, value)
  return {
    label,
    options,
    now,
    choose: (control, value) => {
      if (!isOption(value)) return false
      set(control, value)
      return true
    },
  }
}

/** The lists of the home page. */
export const CHOICES: Readonly<Record<string, Choice>> = {
  fail: choice('The next call', FAULTS, (control, kind) => control.fail({ kind, ms: LONG })),
  webhooks: choice(
    'Webhooks arrive',
    WEBHOOK_MODES,
    (control, mode) => control.webhooks.mode(mode, LONG),
    (control) => control.webhooks.current(),
  ),
  wallet: choice(
    'The browser has',
    WALLETS,
    (control, wallet) => control.setWallet(wallet),
    (control) => control.wallet(),
  ),
  void: choice(
    'A subscription whose first invoice is void',
    AFTER_VOID,
    (control, after) => control.setAfterVoid(after),
    (control) => control.afterVoid(),
  ),
  trial_coupon: choice(
    'A trial with a coupon for one payment',
    ONCE_OVER_TRIAL,
    (control, once) => control.setOnceOverTrial(once),
    (control) => control.onceOverTrial(),
  ),
}

/** The home page's buttons, also for scripts: `curl -d value=500 …/_control/fail`. */
export function controlRoutes(control: Control): Hono {
  const app = new Hono()
  app.post('/:what', async (c) => {
    const { value } = await c.req.parseBody()
    if (!(await order(control, c.req.param('what'), String(value)))) return c.text('Unknown control or value.', 400)
    return c.redirect('/', 303)
  })
  return app
}

async function order(control: Control, what: string, value: string): Promise<boolean> {
  if (what === 'dispute') control.dispute(value)
  else if (what === 'deliver') await control.webhooks.deliver()
  else if (what === 'resend') await control.webhooks.resend(value)
  else return CHOICES[what]?.choose(control, value) ?? false
  return true
}
