import type { EdgeEnv } from './env/edge-env.ts'
import { refuseMethod } from './responses.ts'

const FOLDERS = ['/assets/', '/icons/', '/schemas/', '/social/']
const FILES = new Set(['/favicon.svg', '/service-worker.js'])

/** Whether the address is that of a file of the build, which Vite serves in development. */
export function isFile(pathname: string): boolean {
  return FILES.has(pathname) || FOLDERS.some((folder) => pathname.startsWith(folder))
}

/**
 * A file, with the headers of web/public/_headers. Cloudflare's file server would give those to the refusal of a method
 * as well, and say that it may be kept for a year.
 */
export async function serveFile(request: Request, files: NonNullable<EdgeEnv['ASSETS']>): Promise<Response> {
  return request.method === 'GET' || request.method === 'HEAD' ? files.fetch(request) : refuseMethod()
}
