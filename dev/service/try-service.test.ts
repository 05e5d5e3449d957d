import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.fixture.ts'
import { listen } from '../stand-ins/stand-in/listen.ts'
import template from './template.json'
import { typedTerminal } from './terminal.fixture.ts'
import { readTryArguments, tryStep } from './try-service.ts'

const KEY = 'key-of-mona-1'

type Server = { origin: string; asked: { line: string; body: string; headers: Headers }[] }

/** Acme on this machine. */
async function acmeServer(): Promise<Server> {
  const asked: Server['asked'] = []
  const { origin, close } = await listen(0, () => async (request) => {
    const { pathname, search } = new URL(request.url)
    const { headers, method } = request
    asked.push({ line: `${method} ${pathname}${search}`, body: await request.text(), headers })
    if (headers.get('x-api-key') !== KEY) return Response.json({ message: 'No such key' }, { status: 401 })
    if (pathname === '/me') return Response.json({ id: 'a1', name: 'Mona' })
    if (pathname === '/boxes') return Response.json({ boxes: [{ id: '7', title: 'Front door' }] })
    if (pathname === '/boxes/8/open') return Response.json({ message: 'It is open.' }, { status: 409 })
    if (pathname === '/boxes/9/open') return Response.json({ message: `Not with ${KEY}` }, { status: 403 })
    if (method === 'POST') return Response.json({ id: 'o1', url: 'https://acme.example/openings/o1' })
    const parcel = { id: 'p1', sender: { name: 'Ada' }, created_at: '2026-03-01T09:30:00Z' }
    return Response.json({ parcels: [parcel], next_cursor: 'c2' })
  })
  onTestFinished(close)
  return { origin, asked }
}

function acmeFile(change: object = {}): string {
  const folder = temporaryFolder()
  const file = join(folder, 'acme.json')
  writeFileSync(file, JSON.stringify({ ...template, ...change }))
  return file
}

/** Types these lines while the step is tried. */
async function tryAcme(lines: readonly string[] | null, args: readonly string[], env: Record<string, string> = {}) {
  const server = await acmeServer()
  const terminal = typedTerminal(lines)
  const given = readTryArguments([acmeFile(), ...args, '--address', server.origin])
  const failed = await tryStep(given, terminal, env).then(
    () => null,
    (error: Error) => error.message,
  )
  return { said: terminal.said(), hidden: terminal.hidden, failed, asked: server.asked.map(({ line }) => line) }
}

test('a trigger is asked, and its items are shown', async () => {
  const { said, hidden, failed, asked } = await tryAcme([KEY, '1'], ['new_parcel'])
  expect(failed).toBeNull()
  expect(hidden).toEqual(['API key: '])
  expect(asked).toEqual(['GET /me', 'GET /boxes', 'GET /boxes/7/parcels?limit=50'])
  expect(said).toContain('This is the account of Mona (a1).')
  expect(said).toContain('  1  Front door  (7)')
  expect(said).toContain('200 OK')
  expect(said).toMatch(/1 item\..*\n {2}p1, 2026-03-01T09:30:00\.000Z\n {4}Sender: Ada\n/)
  expect(said).toContain('There is a further page.')
  expect(said).not.toContain(KEY)
})

test('a query shows its rows', async () => {
  const { said } = await tryAcme([KEY, '7'], ['parcels_waiting'])
  expect(said).toMatch(/1 row\.\n {2}1\n {4}Sender: Ada$/)
})

test('an action is sent when somebody says so', async () => {
  const sent = await tryAcme([KEY, '7', 'Hello', 'y'], ['open_box'])
  expect(sent.said).toMatch(/POST .*\/boxes\/7\/open\n[^]*"note": "Hello"[^]*Send this\? \[y\/N\]/)
  expect(sent.said).toContain('Done. Its id is o1. It is at https://acme.example/openings/o1.')
  expect(sent.asked.at(-1)).toBe('POST /boxes/7/open')
  const kept = await tryAcme([KEY, '7', '', ''], ['open_box'])
  expect(kept.failed).toBe('Nothing was sent.')
  expect(kept.asked).toEqual(['GET /me'])
})

test('a script gives all by the environment and arguments', async () => {
  const env = { ACME_API_KEY: KEY }
  expect(await tryAcme(null, ['open_box', 'box=7', '--yes'], env)).toMatchObject({ failed: null })
  const unsure = await tryAcme(null, ['open_box', 'box=7'], env)
  expect(unsure).toMatchObject({ failed: expect.stringContaining('Add --yes'), asked: ['GET /me'] })
  expect((await tryAcme(null, ['open_box', 'box=7', '--yes'])).failed).toContain('environment variable ACME_API_KEY')
  expect((await tryAcme(null, ['open_box', '--yes'], env)).failed).toContain('Box ID came out empty.')
  expect((await tryAcme(null, ['open_box', 'bax=7'], env)).failed).toBe('This step has no field bax. It has box, note.')
})

test('a problem is told in the words of a user', async () => {
  const env = { ACME_API_KEY: KEY }
  expect((await tryAcme(null, ['open_box', 'box=8', '--yes'], env)).said).toContain(
    'Skipped. A user would read: It is open.',
  )
  expect((await tryAcme(null, ['open_box', 'box=9', '--yes'], env)).failed).toBe(
    'A user would read: Acme refused this. It said: Not with ••••\nNothing was done. (status)',
  )
  expect((await tryAcme(['wrong-key'], ['new_parcel'])).failed).toBe(
    'A user would read at api_key: Acme did not accept this. Copy it again, or make a new one.',
  )
})

test('what an action did is looked up, as before a second try', async () => {
  const { origin, asked } = await acmeServer()
  const [action] = template.actions
  const find = { request: { get: '/boxes/7/openings' }, items: '$.parcels', key: '$.request' }
  const file = acmeFile({ actions: [{ ...action, repeat: 'find', find }] })
  const terminal = typedTerminal(null)
  const given = readTryArguments([file, 'open_box', 'box=7', '--yes', '--address', origin])
  await tryStep(given, terminal, { ACME_API_KEY: KEY })
  expect(asked.map(({ line }) => line)).toEqual(['GET /me', 'POST /boxes/7/open', 'GET /boxes/7/openings'])
  expect(terminal.said()).toContain('It is not found: a second try would do it again.')
})

test('what the product would not open is not opened', async () => {
  const { asked, origin } = await acmeServer()
  const server = { slug: 'server', label: 'Server', type: 'url', base: true }
  const connect = { ...template.connect, fields: [server, ...template.connect.fields] }
  const env = { ACME_API_KEY: KEY, ACME_SERVER: origin }
  const tried = tryStep(readTryArguments([acmeFile({ connect }), 'new_parcel', 'box=7']), typedTerminal(null), env)
  await expect(tried).rejects.toThrow('A user would read at server:')
  expect(asked).toEqual([])
})

test('a pasted token stands for a sign-in', async () => {
  const { origin, asked } = await acmeServer()
  const { headers: _headers, ...rest } = template
  const addresses = { authorize_url: '/authorize', token_url: '/token', scopes: '' }
  const file = acmeFile({
    ...rest,
    headers: {},
    connect: { kind: 'oauth2', ...addresses, account: template.connect.account },
  })
  const terminal = typedTerminal(['token-1'])
  await tryStep(readTryArguments([file, 'new_parcel', 'box=7', '--address', origin]), terminal, {}).catch(() => null)
  expect(terminal.hidden).toEqual(['Access token: '])
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer token-1')
  expect(terminal.said()).not.toContain('token-1')
})
