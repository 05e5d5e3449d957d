import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'

type Listening = { origin: string; close(): Promise<void> }
/** `drop` closes the connection without a response, as a broken network does. */
type Handler = (request: Request, drop: () => Response) => Response | Promise<Response>

const notReady: Handler = () => new Response('starting', { status: 503 })

/** Tells hono's server that there is nothing more to send. */
function dropped(outgoing: { destroy(): unknown }): Response {
  outgoing.destroy()
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
}

/**
 * Serves on localhost only. Port 0 picks any free port; a taken port rejects with Node's EADDRINUSE. The handler is
 * made once the origin is known, because stand-ins put their own address in responses.
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
        // Browsers keep connections open; without this, a restart would wait for them.
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    }
  })
}
