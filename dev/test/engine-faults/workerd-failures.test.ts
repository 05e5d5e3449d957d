import { createServer, type AddressInfo, type Socket } from 'node:net'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SCRIPT = `export default {
  async fetch(request) {
    const { address, method } = await request.json()
    try {
      const init = { method, redirect: 'manual', signal: AbortSignal.timeout(300), ...(method === 'POST' && { body: 'x' }) }
      const response = await fetch(address, init)
      await response.text()
      return Response.json('answered ' + response.status)
    } catch (error) {
      return Response.json(error.name + ': ' + error.message.replace(/reference = .*/, ''))
    }
  }
}`

const closers: (() => void)[] = []
let workerd: Miniflare

beforeAll(async () => {
  workerd = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: SCRIPT,
      compatibilityDate: '2026-08-01',
      compatibilityFlags: ['nodejs_compat', 'global_fetch_strictly_public'],
      handleStructuredLogs: () => {},
    }),
  )
  await workerd.ready
})
afterAll(async () => {
  closers.forEach((close) => close())
  await workerd.dispose()
})

/** The address of a server that treats each connection so. */
async function serverThat(meets: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    meets(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function failureOf(address: string, method: 'GET' | 'POST'): Promise<unknown> {
  const response = await workerd.dispatchFetch('http://here/', {
    method: 'POST',
    body: JSON.stringify({ address, method }),
  })
  return response.json()
}

const LOST = 'Error: Network connection lost.'
const TIMED_OUT = 'TimeoutError: The operation was aborted due to timeout'

test.each(['GET', 'POST'] as const)('workerd does not tell a refused %s from a lost one', async (method) => {
  const gone = await serverThat(() => {})
  closers.pop()?.()
  const reset = await serverThat((socket) => socket.once('data', () => socket.resetAndDestroy()))
  const closed = await serverThat((socket) => socket.once('data', () => socket.end()))
  const half = await serverThat((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc')),
  )
  const nonsense = await serverThat((socket) => socket.once('data', () => socket.end('hello\r\n\r\n')))
  const addresses = [gone, reset, closed, half, nonsense].map((host) => `http://${host}/`)
  expect(await Promise.all(addresses.map((address) => failureOf(address, method)))).toEqual([
    LOST,
    LOST,
    LOST,
    LOST,
    LOST,
  ])
})

test('workerd names a time-out, and calls an unknown name an internal error', async () => {
  const silent = await serverThat(() => {})
  expect(await failureOf(`http://${silent}/`, 'POST')).toBe(TIMED_OUT)
  expect(await failureOf(`https://${silent}/`, 'POST')).toBe(TIMED_OUT)
  expect(await failureOf('http://nowhere.invalid/', 'POST')).toBe('Error: internal error; ')
})
