import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'

type Listening = { origin: string; close(): Promise<void> }
/** `drop` ends the connection without an answer, as a broken network does. */
type Handler = (request: Request, drop: () => Response) => Response | Promise<Response>

const notReady: Handler = () => new Response('starting', { status: 503 })

/** What hono's server takes for "nothing more to send". */
function dropped(outgoing: { destroy(): unknown }): Response {
  outgoing.destroy()
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
}

/**
 * Serves on localhost only. Port 0 is any free port; a taken port rejects with Node's EADDRINUSE. The handler is made
 * once the origin is known, because a stand-in prints its own address in what it answers.
 */
export function listen(port: number, makeHandler: (origin: string) => Handler): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let handler = notReady
    const server = serve(
      { fetch: (request, { outgoing }) => handler(request, () => dropped(outgoing)), port, hostname: 'localhost' },
      (address: AddressInfo) => {
        const origin = `http://localhost:${address.port}`
        handler = makeHandler(origin)
        resolve({ origin, close })
      },
    )
    server.once('error', reject)

    function close(): Promise<void> {
      return new Promise((closed, failed) => {
        server.close((error) => (error ? failed(error) : closed()))
        // Browsers hold connections open: without this a restart waits for them.
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    }
  })
}
