import { Hono } from 'hono'
import { openJsonFile } from '../../stand-in/json-state-file.ts'
import { listen } from '../../stand-in/listen.ts'
import { sameOriginOnly } from '../../stand-in/same-origin-only.ts'
import { servePageStyles } from '../../stand-in/stand-in-page.ts'
import { controlRoutes } from './control-routes.ts'
import { createEmulator, type Emulator } from '../emulator/emulator.ts'
import { ConnectionDropped } from '../control/fault-injection.ts'
import { forgetOld } from './forget-old.ts'
import { stripeHomePage } from './stripe-home-page.ts'
import { emptyState } from '../store/stripe-objects.ts'
import { stripeJsFiles } from '../stripe-js/bundle-scripts.ts'
import { serveStripeJs } from '../stripe-js/serve-stripe-js.ts'

export type StripeOptions = {
  /** 0 is any free port. */
  port: number
  /** JSON, written at every change; absent, the state lives in memory. */
  stateFile?: string
}

export type RunningStripe = {
  origin: string
  /** The settings of the Worker that point here. */
  vars: typeof KEYS & { STRIPE_API_BASE: string; STRIPE_JS_URL: string }
  emulator: Emulator
  close(): Promise<void>
}

/** Public, as everything of this Stripe. */
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_switchyard',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_switchyard',
  STRIPE_WEBHOOK_SECRETS: 'whsec_switchyard',
}

/** How often time is looked at when nobody asks: renewals and expiries come by themselves. */
const TICK = 60_000

/** Stripe on a port of its own, with a page that shows what it knows and what can be made to go wrong. */
export async function startStripe({ port, stateFile }: StripeOptions): Promise<RunningStripe> {
  const { state, save } = openJsonFile(stateFile, emptyState())
  const onChange = () => {
    forgetOld(state, Date.now())
    save()
  }
  const emulator = createEmulator({ now: Date.now, state, onChange })
  const { origin, close } = await listen(port, (address) => {
    const pages = ownPages(emulator, address)
    return async (request, drop) => {
      try {
        return isApi(request) ? await emulator.fetch(request) : await pages.fetch(request)
      } catch (error) {
        if (error instanceof ConnectionDropped) return drop()
        console.error(error)
        return new Response(null, { status: 500 })
      }
    }
  })
  const timer = setInterval(() => emulator.control.tick(), TICK).unref()
  return {
    origin,
    vars: { ...KEYS, STRIPE_API_BASE: origin, STRIPE_JS_URL: `${origin}/stripe-js/stripe.js` },
    emulator,
    close: () => {
      clearInterval(timer)
      return close()
    },
  }
}

/** `/_test/…` is what the 3-D Secure dialog of the stand-in for Stripe.js calls. */
function isApi(request: Request): boolean {
  return /^\/(v1|v2|_test)\//.test(new URL(request.url).pathname)
}

function ownPages(emulator: Emulator, origin: string): Hono {
  const app = new Hono()
  servePageStyles(app, new URL('./stripe-home-page.css', import.meta.url))
  app.get('/', () => stripeHomePage(emulator))
  app.use('/_control/*', sameOriginOnly(origin))
  app.route('/_control', controlRoutes(emulator.control))
  serveStripeJs(app, { files: stripeJsFiles, wallet: emulator.control.wallet })
  return app
}
