import { test as base, expect, type JSHandle } from '@playwright/test'
import { Hono } from 'hono'
import { build } from 'rolldown'
import { Stripe } from 'stripe'
import { listen } from '../../../dev/stand-ins/stand-in/listen.ts'
import type { Emulator } from '../../../packages/stripe-stand-in/index.ts'
import { startStripe } from '../../../dev/stand-ins/stripe/start-stripe.ts'
import type { Shop } from './page.ts'

const OFFICIAL = 'https://js.stripe.com/endive/stripe.js'

type Servers = { origin: string; stripeOrigin: string; emulator: Emulator; api: Stripe; close(): Promise<void> }
type PerTest = {
  emulator: Emulator
  /** The official SDK, as the shop's server uses it. */
  api: Stripe
  noConsoleOutput: void
  /** Opens the shop and waits until its card field is ready. */
  open(hash?: string): Promise<JSHandle<Shop>>
}

/** A shop page with a strict content security policy on its own origin, and the emulator on another. */
export const test = base.extend<PerTest, { servers: Servers }>({
  servers: [
    async ({}, use) => {
      const servers = await startServers()
      await use(servers)
      await servers.close()
    },
    { scope: 'worker' },
  ],
  emulator: async ({ servers }, use) => {
    servers.emulator.control.reset()
    await use(servers.emulator)
  },
  api: async ({ servers }, use) => use(servers.api),
  noConsoleOutput: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('pageerror', (error) => said.push(error.message))
      page.on('console', (message) => {
        // Chromium logs this for each refused call.
        if (!message.text().startsWith('Failed to load resource')) said.push(message.text())
      })
      await use()
      expect(said, 'nothing is said in the console').toEqual([])
    },
    { auto: true },
  ],
  open: async ({ page, servers, emulator }, use) => {
    expect(emulator.control.calls()).toEqual([])
    await page.route(OFFICIAL, async (route) => {
      const script = await fetch(`${servers.stripeOrigin}/stripe-js/stripe.js`)
      await route.fulfill({ body: await script.text(), contentType: 'text/javascript' })
    })
    await use(async (hash = '') => {
      // Another hash alone loads no page.
      await page.goto('about:blank')
      await page.goto(`${servers.origin}/${hash}`)
      await page.waitForFunction("window.shop?.heard.some(({ name }) => name === 'card ready')")
      return page.evaluateHandle<Shop>('shop')
    })
  },
})

export { expect }

async function startServers(): Promise<Servers> {
  const stripe = await startStripe({ port: 0 })
  const input = new URL('page.ts', import.meta.url).pathname
  const { output } = await build({ input, write: false, output: { format: 'iife' } })
  const shop = await listen(0, () => shopApp(output[0].code, stripe.origin).fetch)
  const { port } = new URL(stripe.origin)
  return {
    origin: shop.origin,
    stripeOrigin: stripe.origin,
    emulator: stripe.emulator,
    api: new Stripe('sk_test_switchyard', { host: 'localhost', port, protocol: 'http', telemetry: false }),
    close: async () => void (await Promise.all([shop.close(), stripe.close()])),
  }
}

function shopApp(script: string, stripeOrigin: string): Hono {
  const app = new Hono()
  const policy = [
    "default-src 'none'",
    "script-src 'self' https://js.stripe.com",
    `frame-src ${stripeOrigin}`,
    `connect-src ${stripeOrigin}`,
    "style-src 'self'",
    'img-src data:',
  ].join('; ')
  app.get('/', (c) => c.html(PAGE, 200, { 'content-security-policy': policy }))
  app.get('/page.js', (c) => c.body(script, 200, { 'content-type': 'text/javascript' }))
  app.get('/page.css', (c) => c.body(STYLES, 200, { 'content-type': 'text/css' }))
  return app
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Shop</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="page.css" />
    <script src="page.js" defer></script>
  </head>
  <body>
    <main>
      <h1>Subscribe</h1>
      <form>
        <div id="wallets"></div>
        <label for="card">Card</label>
        <div id="card"></div>
        <button>Upgrade</button>
      </form>
      <dialog><h2>A dialog of the shop</h2></dialog>
    </main>
  </body>
</html>
`

const STYLES = `
body { font: 18px system-ui; background: light-dark(#fff, #101214); color: light-dark(#14171a, #f2f3f4) }
main { max-width: 480px; margin: auto }
#card { padding: 12px; border: 1px solid #82888f; border-radius: 8px }
`
