import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { formBody } from './form-body.ts'
import { serveStripeJs } from './serve-stripe-js.ts'

function served() {
  const app = new Hono()
  serveStripeJs(app, () => 'ready')
  return (path: string) => app.request(`http://localhost:8791${path}`)
}

test('serves one classic script that any page may load', async () => {
  const answer = await served()('/stripe-js/stripe.js')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const script = await answer.text()
  expect(script).toContain('"http://localhost:8791"')
  expect(script).not.toMatch(/__EMULATOR_ORIGIN__|^(import|export) /m)
  expect(script).not.toContain('console.')
})

test('limits the framed card page to its script and emulator', async () => {
  const get = served()
  const page = await get('/stripe-js/card.html')
  expect(page.headers.get('x-frame-options')).toBeNull()
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("script-src 'self'; style-src 'self'")
  expect(policy).toContain("connect-src 'self'")
  for (const [, file] of (await page.text()).matchAll(/(?:src|href)="(card[^"]+)"/g))
    expect((await get(`/stripe-js/${file}`)).status).toBe(200)
})

test('tells the page which wallet the emulator has', async () => {
  expect(await (await served()('/stripe-js/wallet')).json()).toEqual({ wallet: 'ready' })
})

test('sends parameters as Stripe takes them', () => {
  const body = formBody({ type: 'card', card: { number: '42', cvc: undefined }, expand: ['a'], metadata: null })
  expect([...body]).toEqual([
    ['type', 'card'],
    ['card[number]', '42'],
    ['expand[0]', 'a'],
  ])
})
