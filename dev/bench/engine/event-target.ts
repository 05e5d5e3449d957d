import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/**
 * How the target treats a request. `lie`: it does what was asked, then answers 500 or breaks the connection, but only for
 * the first request with a key. `slow`: it does it at once and answers after so many ms.
 */
type TargetMood = { kind: 'well' } | { kind: 'slow'; ms: number } | { kind: 'lie'; with: 'error' | 'reset' }

/** The target's record of one event. Times in ms; one key is one effect, however often it came. */
type LedgerEntry = { keys: Set<string>; requests: number; first: number }

export type EventTarget = {
  /** Where actions post `{"id": "…"}` with their `Idempotency-Key`. */
  url: string
  origin: string
  /** By event id. */
  ledger: Map<string, LedgerEntry>
  /** Events whose effect happened more than once. */
  doubled(): string[]
  setMood(mood: TargetMood): void
  /** Refuses connections until `rise`. */
  fall(): Promise<void>
  rise(): Promise<void>
  close(): Promise<void>
}

/**
 * The far side of the bench's action, and the judge of fault tests: its ledger says what really happened. It honors
 * idempotency keys as Stripe does. Also accepts mails, so that the product needs no outbox. Port 0 picks any free one.
 */
export async function startTarget(wanted = 0): Promise<EventTarget> {
  const ledger = new Map<string, LedgerEntry>()
  let mood: TargetMood = { kind: 'well' }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    if (request.url === '/mails') return send(response, 202, { messageId: 'bench' })
    const entry = write(ledger, body, request.headers['idempotency-key'])
    if (mood.kind === 'slow') await setTimeout(mood.ms)
    if (mood.kind !== 'lie' || entry.requests > 1) return send(response, 200, { ok: true })
    if (mood.with === 'error') return send(response, 500, { ok: false })
    request.socket.destroy()
  }
  let server = await listenAt(wanted, answer)
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const fall = () => stop(server)
  return {
    url: `${origin}/in`,
    origin,
    ledger,
    doubled: () => [...ledger].flatMap(([id, { keys }]) => (keys.size > 1 ? [id] : [])),
    setMood: (next) => void (mood = next),
    fall,
    rise: async () => void (server = await listenAt(port, answer)),
    close: fall,
  }
}

function write(ledger: EventTarget['ledger'], body: string, key: string | string[] | undefined): LedgerEntry {
  const { id } = JSON.parse(body) as { id: string }
  const entry = ledger.get(id) ?? { keys: new Set(), requests: 0, first: performance.now() }
  // A request without a key cannot be recognized, so each is an effect of its own.
  entry.keys.add(typeof key === 'string' ? key : `request ${entry.requests}`)
  entry.requests++
  ledger.set(id, entry)
  return entry
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

function listenAt(port: number, answer: Answer): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      answer(request, response).catch(() => response.destroy())
    })
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
