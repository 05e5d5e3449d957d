import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { atPort } from '../local-site/miniflare-options.ts'
import { findWorkerd } from './process-use.ts'

/** Takes events and does nothing with them: what a machine can do at best. Its process must start no other workerd. */
export async function startEmptyWorker() {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...atPort(0),
      name: 'empty',
      modules: true,
      script: `export default {
        async fetch(request) {
          await request.text()
          return Response.json({ received: true }, { status: 202 })
        },
      }`,
      compatibilityDate: '2026-08-01',
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    }),
  )
  const url = await miniflare.unsafeGetDirectURL('empty')
  return { url: url.href, workerd: findWorkerd(process.pid), close: () => miniflare.dispose() }
}
