import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The start of the viewer's part in a streamed page. */
const VIEWERS_PART = '<div hidden id="S:'

/** A read-only proxy of the site. Every page stops before the viewer's part until `release` is called. */
export async function slowLine(site: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const server = createServer(async ({ url = '/', headers }, response) => {
    const answer = await fetch(site + url, { headers: { cookie: headers.cookie ?? '' } })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return response.end(Buffer.from(await answer.arrayBuffer()))
    const html = await answer.text()
    const end = html.indexOf(VIEWERS_PART)
    response.write(html.slice(0, end))
    await held
    return response.end(html.slice(end))
  })
  await once(server.listen(0), 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, release, close: () => server.close() }
}
