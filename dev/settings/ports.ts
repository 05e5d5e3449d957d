import { createServer } from 'node:net'

/** PORT moves the address; the stand-ins and the Worker alone listen on the ports after it. */
export const DEFAULT_PORT = 8788
export const PORT = Number(process.env.PORT ?? DEFAULT_PORT)
export const SERVICES_PORT = PORT + 1
export const OUTBOX_PORT = PORT + 2
export const STRIPE_PORT = PORT + 3
export const WORKER_PORT = PORT + 9

/** Throws a sentence that says what to do when one of the ports is taken. */
export async function needPorts(ports: readonly number[]): Promise<void> {
  if (!Number.isInteger(PORT) || PORT < 1 || PORT > 65_000)
    throw new Error(`PORT must be a number from 1 to 65000, not "${process.env.PORT}".`)
  for (const port of ports) {
    if (await isFree(port)) continue
    throw new Error(
      `Port ${port} is taken by another program. Stop it, or choose another address: PORT=${PORT + 100} npm start (ports ${PORT + 100} to ${PORT + 109} are used).`,
    )
  }
}

async function isFree(port: number): Promise<boolean> {
  // Vite listens on localhost, which may be either family; a port is free when both are.
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
