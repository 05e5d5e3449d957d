import { createServer } from 'node:net'

/** PORT moves the site; the stand-ins and the standalone Worker use the ports after it. */
export const DEFAULT_PORT = 8788
export const PORT = Number(process.env.PORT ?? DEFAULT_PORT)
export const SERVICES_PORT = PORT + 1
export const OUTBOX_PORT = PORT + 2
export const STRIPE_PORT = PORT + 3
export const CLOCK_PORT = PORT + 4
export const WORKER_PORT = PORT + 9

/** Throws an error that says what to do when one of the ports is in use. */
export async function needPorts(ports: readonly number[]): Promise<void> {
  if (!Number.isInteger(PORT) || PORT < 1 || PORT > 65_000)
    throw new Error(`PORT must be a number from 1 to 65000, not "${process.env.PORT}".`)
  for (const port of ports) {
    if (await isFree(port)) continue
    throw new Error(
      `Port ${port} is in use by another program. Stop it, or choose other ports: PORT=${PORT + 100} npm start (uses ports ${PORT + 100} to ${PORT + 109}).`,
    )
  }
}

/** Whether no program listens there. */
export async function isFree(port: number): Promise<boolean> {
  // Vite listens on localhost, which may be IPv4 or IPv6, so the port must be free on both.
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

/** Finds a port that no program listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port.')),
      )
    })
  })
}
