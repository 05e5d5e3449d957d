import type { Env, Hono } from 'hono'
import type { WalletSetting } from '../control/stripe-control.ts'
import type { StripeJsFiles } from './bundle-scripts.ts'

/** Loaded at the first request, because it needs Node and Vite, and the stand-in loads in workerd too. */
const files = async () => (await import('./bundle-scripts.ts')).stripeJsFiles()

/** Like js.stripe.com: any page may load the script, with or without CORS, and embed the frames. */
const HEADERS = {
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}
const SCRIPT = { ...HEADERS, 'content-type': 'text/javascript; charset=utf-8' }

const CARD_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Secure card payment input frame</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="card.css" />
    <script src="card.js" defer></script>
  </head>
  <body></body>
</html>
`

const CARD_PAGE_HEADERS = {
  ...HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'",
}

/** Our Stripe.js v10 (`endive`), at /stripe-js/stripe.js. `wallet` is asked each time an Express Checkout element mounts. */
export function serveStripeJs<E extends Env>(app: Hono<E>, wallet: () => WalletSetting): void {
  app.get('/stripe-js/stripe.js', async (c) => c.body(stripeJs(await files(), new URL(c.req.url).origin), 200, SCRIPT))
  app.get('/stripe-js/card.html', (c) => c.body(CARD_PAGE, 200, CARD_PAGE_HEADERS))
  app.get('/stripe-js/card.js', async (c) => c.body((await files()).card, 200, SCRIPT))
  app.get('/stripe-js/card.css', async (c) =>
    c.body((await files()).cardStyles, 200, { ...HEADERS, 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/stripe-js/wallet', (c) => c.json({ wallet: wallet() }, 200, { ...HEADERS, 'cache-control': 'no-store' }))
}

/** Writes the emulator's address into the script, because a test may serve it as js.stripe.com's. */
function stripeJs({ page }: StripeJsFiles, origin: string): string {
  return page.replace('__EMULATOR_ORIGIN__', origin)
}
