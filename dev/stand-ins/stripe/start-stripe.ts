import { Hono } from 'hono'
import { openJsonFile } from '../stand-in/json-state-file.ts'
import { listen } from '../stand-in/listen.ts'
import { sameOriginOnly } from '../stand-in/same-origin-only.ts'
import { servePageStyles } from '../stand-in/page-styles.ts'
import { controlRoutes } from './control-routes.ts'
import {
  ConnectionDropped,
  createEmulator,
  emptyState,
  serveStripeJs,
  type Emulator,
} from '../../../packages/stripe-stand-in/index.ts'
import { forgetOld } from './forget-old.ts'
import { stripeHomePage } from './stripe-home-page.ts'

export type StripeOptions = {
  /** 0 picks a free port. */
  port: number
  /** A JSON file, written at every change; without it, the state stays in memory. */
  stateFile?: string
  /** In ms. */
  now?: () => number
}

export type RunningStripe = {
  origin: string
  /** The Worker's settings for this emulator. */
  vars: typeof KEYS & { STRIPE_API_BASE: string; STRIPE_JS_URL: string }
  emulator: Emulator
  close(): Promise<void>
}

/** Not secret: nothing in this emulator is. */
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_switchyard',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_switchyard',
  STRIPE_WEBHOOK_SECRETS: 'whsec_switchyard',
}

/** How often renewals and expiries run without a request, in ms. */
const TICK = 60_000

/** The Stripe emulator on its own port, with a page that shows its state and injects faults. */
export async function startStripe({ port, stateFile, now = Date.now }: StripeOptions): Promise<RunningStripe> {
  const { state, save } = openJsonFile(stateFile, emptyState())
  const onChange = () => {
    forgetOld(state, now())
    save()
  }
  const emulator = createEmulator({ now, state, onChange })
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

/** The 3-D Secure dialog of our Stripe.js calls `/_test/…`. */
function isApi(request: Request): boolean {
  return /^\/(v1|v2|_test)\//.test(new URL(request.url).pathname)
}

function ownPages(emulator: Emulator, origin: string): Hono {
  const app = new Hono()
  servePageStyles(app, new URL('./stripe-home-page.css', import.meta.url))
  app.get('/', () => stripeHomePage(emulator))
  app.use('/_control/*', sameOriginOnly(origin))
  app.route('/_control', controlRoutes(emulator.control))
  serveStripeJs(app, emulator.control.wallet)
  return app
}
