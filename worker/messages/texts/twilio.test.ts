import { expect, test, vi } from 'vitest'
import { listenToLog } from '../../testing/logged-lines.ts'
import { testCtx } from '../../testing/test-ctx.ts'
import { chooseTextProvider } from './choose-text-provider.ts'
import { twilioProvider } from './twilio.ts'

const ACCOUNT = {
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+14155550100',
  TWILIO_API_BASE: 'https://texts.test',
}
const TEXT = { to: '+14155550123', body: 'Get the app: https://apps.test/ios' }

function answering(status: number, body: unknown = {}) {
  return vi.fn<typeof fetch>(async () => Response.json(body, { status }))
}

test("posts a text the way Twilio's API expects", async () => {
  const network = answering(201, { sid: 'SM1', status: 'queued' })
  expect(await twilioProvider(ACCOUNT, network).send(TEXT)).toBe('accepted')
  const [address, init] = network.mock.calls[0] ?? []
  expect(address).toBe(`https://texts.test/2010-04-01/Accounts/AC${'1'.repeat(32)}/Messages.json`)
  expect(init).toMatchObject({ method: 'POST', redirect: 'manual' })
  expect(new Headers(init?.headers).get('authorization')).toBe(`Basic ${btoa(`AC${'1'.repeat(32)}:token`)}`)
  expect(Object.fromEntries(new URLSearchParams(String(init?.body)))).toEqual({
    To: '+14155550123',
    From: '+14155550100',
    Body: TEXT.body,
  })
})

test('sends through a messaging service instead of a number', async () => {
  const network = answering(201)
  const service = `MG${'2'.repeat(32)}`
  await twilioProvider({ ...ACCOUNT, TWILIO_FROM: service }, network).send(TEXT)
  const form = new URLSearchParams(String(network.mock.calls[0]?.[1]?.body))
  expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual([service, null])
})

test.each([
  [400, 'refused'],
  [401, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
  [302, 'failed'],
])('the answer %i means %s', async (status, outcome) => {
  const network = answering(status, { code: 21211, message: `Invalid 'To' Phone Number: ${TEXT.to}` })
  expect(await twilioProvider(ACCOUNT, network).send(TEXT)).toBe(outcome)
})

test('reports a silent provider as a failure, not an exception', async () => {
  const network = () => Promise.reject(new DOMException('timed out', 'TimeoutError'))
  expect(await twilioProvider(ACCOUNT, network).send(TEXT)).toBe('failed')
})

test('logs why a text failed without number, text or token', async () => {
  const lines = listenToLog()
  await twilioProvider(ACCOUNT, answering(400, { code: 21211, message: `Invalid: ${TEXT.to}` })).send(TEXT)
  await twilioProvider(ACCOUNT, () => Promise.reject(new Error(`no way to ${TEXT.to}`))).send(TEXT)
  const written = JSON.stringify(lines())
  expect(written).toContain('"status":400,"code":21211')
  expect(written).not.toMatch(/4155550123|apps\.test|token/)
})

test.each(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const)(
  'logs that texts are off without %s',
  async (name) => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
    const ctx = await testCtx({ settings: { ...ACCOUNT, [name]: '' } })
    expect(chooseTextProvider(ctx)).toBeNull()
    expect(lines.mock.calls.flat().join('\n')).toContain(`"event":"texts_not_configured","missing":"${name}"`)
    lines.mockRestore()
  },
)
