import { expect, test } from 'vitest'
import { sentryIngest } from './sentry-ingest.ts'
import { sentrySender } from '../../../worker/system/log/send-to-sentry.ts'

const DSN = 'https://0123abcd@sentry.example.test/behind/42'

function aSender({ dsn = DSN, release }: { dsn?: string; release?: string } = {}) {
  const ingest = sentryIngest(DSN)
  const answers: number[] = []
  const work: Promise<unknown>[] = []
  let time = Date.UTC(2026, 2, 1)
  const send = sentrySender({
    dsn,
    release,
    fetch: async (input, init) => {
      const response = await ingest.fetch(input instanceof Request ? input.url : input, init)
      answers.push(response.status)
      return response
    },
    defer: (each) => void work.push(each),
    now: () => time,
  })
  return {
    ingest,
    answers,
    send: (fields: object) => send(JSON.stringify({ level: 'error', event: 'job_failed', ...fields })),
    sent: async () => {
      await Promise.all(work)
      return ingest.events
    },
    wait: (ms: number) => void (time += ms),
  }
}

const STACK = `TypeError: x is not a function
    at open (index.js:12:345)
    at async Object.handle (file:///out/api/index.js:3:4)
    at index.js:1:2
    at D1._send (cloudflare-internal:d1-api:7:8)`

test("sends an error as Sentry's own parser reads it", async () => {
  const { send, sent, answers } = aSender({ release: 'f00d' })
  send({ request_id: '00ff', kind: 'mail', message: 'It broke.' })
  expect(await sent()).toMatchObject([
    {
      release: 'f00d',
      level: 'error',
      timestamp: Date.UTC(2026, 2, 1) / 1000,
      tags: { event: 'job_failed', request_id: '00ff' },
      extra: { kind: 'mail' },
      logentry: { formatted: 'job_failed: It broke.' },
    },
  ])
  expect(answers).toEqual([200])
})

test('sends the frames of a stack, outermost first', async () => {
  const { send, sent } = aSender()
  send({ message: 'x is not a function', stack: STACK })
  const [exception] = (await sent())[0]?.exception?.values ?? []
  expect([exception?.type, exception?.value]).toEqual(['TypeError', 'x is not a function'])
  expect(exception?.stacktrace?.frames).toEqual([
    { function: 'D1._send', filename: 'app:///cloudflare-internal:d1-api', lineno: 7, colno: 8, in_app: false },
    { function: '?', filename: 'app:///index.js', lineno: 1, colno: 2, in_app: true },
    { function: 'async Object.handle', filename: 'app:///index.js', lineno: 3, colno: 4, in_app: true },
    { function: 'open', filename: 'app:///index.js', lineno: 12, colno: 345, in_app: true },
  ])
})

test('equal messages about other things are one group', async () => {
  const { send, sent } = aSender()
  send({ message: 'No row con_3f9c1a2b4d5e6f703f9c of 12.' })
  send({ message: 'No row con_aaaa1a2b4d5e6f703f9c of 7.' })
  const [one, two] = await sent()
  expect(one?.fingerprint).toEqual(two?.fingerprint)
})

test.each([
  ['an email address', 'Mail to ada.l+x@example.co.test failed', 'Mail to [email] failed'],
  ['an address with a key', 'GET https://api.test/hooks/abc?k=1 failed', 'GET https://api.test failed'],
  ['an address with a password', 'https://ada:pw@api.test/x', 'https://api.test'],
  ['a token', 'Bearer eyJhbGciOiJIUzI1NiJ9 refused', 'Bearer [id] refused'],
  ['a phone number', 'To +14155550100', 'To +[number]'],
])('leaves out %s', async (_, message, left) => {
  const { send, sent } = aSender()
  send({ message, note: message })
  const [event] = await sent()
  expect(event?.extra?.['note']).toBe(left)
  expect(event?.logentry).toEqual({ formatted: `job_failed: ${left}` })
})

test('sends at most 20 of 10,000 errors in a minute', async () => {
  const { send, sent, wait } = aSender()
  for (let n = 0; n < 10_000; n++) send({ message: 'It broke.' })
  expect(await sent()).toHaveLength(20)
  wait(60_000)
  send({ message: 'It broke.' })
  expect((await sent()).at(-1)?.extra?.['dropped']).toBe(9980)
})

test('waits as long as Sentry asks for', async () => {
  const { send, sent, wait, ingest } = aSender()
  ingest.answers('is_full')
  send({ message: 'one' })
  await sent()
  ingest.answers('takes')
  wait(29_000)
  send({ message: 'two' })
  wait(1000)
  send({ message: 'three' })
  expect((await sent()).map(({ logentry }) => logentry)).toEqual([{ formatted: 'job_failed: three' }])
})

test('without a DSN nothing is sent', async () => {
  const { send, sent } = aSender({ dsn: '' })
  send({ message: 'It broke.' })
  expect(await sent()).toEqual([])
})

test.each(['is_away', 'is_full'] as const)('fails nothing while Sentry %s', async (answer) => {
  const { send, sent, ingest } = aSender()
  ingest.answers(answer)
  send({ message: 'It broke.' })
  expect(await sent()).toEqual([])
})

test("tells Sentry a browser's name, page and build", async () => {
  const { send, sent } = aSender({ release: 'f00d' })
  send({
    event: 'browser_error',
    message: 'x',
    release: 'b111d',
    browser: 'Firefox 144',
    route: 'applets/explore/home-page',
  })
  expect(await sent()).toMatchObject([
    { release: 'b111d', tags: { browser: 'Firefox 144', route: 'applets/explore/home-page', event: 'browser_error' } },
  ])
})

test("reads Firefox's and Safari's stacks", async () => {
  const { send, sent } = aSender()
  send({
    message: 'x',
    stack: 'Error: x\nopen@https://site.test/assets/a-1.js:12:345\n@https://site.test/assets/b-2.js:1:2',
  })
  const [exception] = (await sent())[0]?.exception?.values ?? []
  expect(exception?.stacktrace?.frames).toEqual([
    { function: '?', filename: 'app:///b-2.js', lineno: 1, colno: 2, in_app: true },
    { function: 'open', filename: 'app:///a-1.js', lineno: 12, colno: 345, in_app: true },
  ])
})

test('a flood from browsers leaves room for our own errors', async () => {
  const { send, sent } = aSender()
  for (let n = 0; n < 100; n++) send({ event: 'browser_error', message: 'It broke.' })
  send({ message: 'Ours broke.' })
  const events = (await sent()).map(({ logger }) => logger)
  expect(events).toEqual([...Array<string>(5).fill('browser_error'), 'job_failed'])
})
