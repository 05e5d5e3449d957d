import { renderToReadableStream } from 'react-dom/server.node'
import { buildId } from 'virtual:client-manifest'
import type { PageSite } from '../../worker/contract/site.ts'
import { App } from '../site/layout/app.tsx'
import type { Address, AnyPage, Session } from '../site/session/session.ts'
import { PartFiles } from '../site/lazy-part.tsx'
import { assetsFor, bootstrap, fileOf, partFiles } from './assets.ts'
import { headOf, type PageHead } from './head/page-head.ts'

/** A page's component by its module. */
export type LoadPage = (page: string) => Promise<AnyPage>

export type PageToRender = {
  page: string
  loadPage: LoadPage
  data: unknown
  title: string
  description?: string | undefined
  head: PageHead | null
  bare?: boolean | undefined
  address: Address
  site: PageSite
  session: Promise<Session>
  modules?: readonly string[] | undefined
}

type Options = {
  nonce?: string | undefined
  onError: (error: unknown) => void
  /** Waits for every part and renders it in its place, so that the page needs no script to be complete. */
  wholePage?: boolean
  /** Where browsers without JavaScript get a streamed page whole. */
  wholeAt?: string | undefined
}

/** Renders a page; streams it with the viewer's part last, unless `wholePage`. */
export async function renderPage(input: PageToRender, { nonce, onError, wholePage = false, wholeAt }: Options) {
  const { page, loadPage, data, title, description = '', address, site, session, modules, bare } = input
  const { tags, structured } = headOf({ head: input.head, title, description, path: address.path, site })
  const state = {
    file: fileOf(page),
    page,
    build: buildId,
    data,
    title,
    headTags: tags,
    ...(structured !== undefined && { structured }),
    address,
    site,
    assets: assetsFor(page, modules),
    ...(bare && { bare }),
  }
  const Page = await loadPage(page)
  const head = wholeAt === undefined ? null : <WithoutScript wholeAt={wholeAt} />
  const app = (
    <PartFiles value={partFiles(page, modules)}>
      <App state={state} session={session} Page={Page} head={head} />
    </PartFiles>
  )
  const stream = await renderToReadableStream(app, {
    // After the shell, so that the entry never sees half a page; `async`, so that it does not wait for the viewer's part.
    ...bootstrap,
    ...(nonce && { nonce }),
    ...(wholePage && { progressiveChunkSize: Number.MAX_SAFE_INTEGER }),
    onError,
  })
  if (wholePage) await stream.allReady
  return stream
}

/** Scripts put late parts into their place, so a browser without them asks again. Only the server knows of it. */
function WithoutScript({ wholeAt }: { wholeAt: string }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`0;url=${wholeAt}`} />
    </noscript>
  )
}

/** A visitor's page, rendered to its end for the caches. Throws if any part failed. */
export async function renderWhole(input: PageToRender): Promise<string> {
  const failures: unknown[] = []
  const stream = await renderPage(input, { wholePage: true, onError: (error) => failures.push(error) })
  const html = await new Response(stream).text()
  if (failures.length > 0) throw failures[0]
  return html
}
