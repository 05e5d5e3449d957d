import { renderToReadableStream } from 'react-dom/server.node'
import type { Applet, AppletForViewer } from '../../../worker/contract/applets/applet.ts'
import type { Home } from '../../../worker/contract/applets/browse.ts'
import type { AppletRuns } from '../../../worker/contract/runs/run-answers.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import { card, service } from '../../testing/catalogue.fixture.ts'
import { AroundPage, me } from '../../testing/page.fixture.tsx'
import { Page } from './connection-page.tsx'
import { applet, viewer } from '../applet.fixture.ts'
import type { ConnectSession } from '../connect/driver/use-connect.ts'

type Given = {
  applet?: Partial<Applet>
  viewer: Partial<AppletForViewer> | null | 'unavailable' | 'waiting'
  runs?: AppletRuns | null
  notice?: string
}

const HOME: Home = { services: [service()], applets: [card({ id: 9, friendly_id: 'top', name: 'Top' })] }

/** Test fixture: the page's HTML for this viewer, streamed to its end; `waiting` stops before the viewer arrives. */
export async function renderWithViewer(given: Given): Promise<string> {
  const data = { applet: applet(given.applet), home: HOME, notice: given.notice ?? null }
  const page = (
    <Page data={data} session={sessionFor(given.viewer, given.runs ?? null)} address={{ path: '/', query: {} }} />
  )
  // In a document, because React otherwise waits for every part, as any could still add to the head.
  const stream = await renderToReadableStream(
    <html lang="en">
      <body>
        <AroundPage>{page}</AroundPage>
      </body>
    </html>,
  )
  if (given.viewer === 'waiting') return firstPart(stream)
  await stream.allReady
  return plain(await new Response(stream).text())
}

/** React separates adjacent texts with empty comments. */
function plain(html: string): string {
  return html.replaceAll('<!-- -->', '')
}

function sessionFor(given: Given['viewer'], runs: AppletRuns | null): Promise<ConnectSession> {
  if (given === 'waiting') return new Promise(() => {})
  if (given === 'unavailable') return fulfilled({ kind: 'unavailable' })
  return fulfilled(
    given === null
      ? { kind: 'visitor' }
      : {
          kind: 'user',
          me: me(),
          viewer: { ...viewer(given), runs, clock: { now: Date.UTC(2026, 10, 21, 12), timeZone: 'UTC' } },
        },
  )
}

/** Reads the part that is rendered before the viewer is known, up to the last part of the page itself. */
async function firstPart(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let html = ''
  while (!html.includes('</article>')) html += decoder.decode((await reader.read()).value, { stream: true })
  return plain(html)
}

/** The page as HTML; a visitor's without a viewer. */
export const html = (given: Partial<Given> = {}) => renderWithViewer({ viewer: null, ...given })
export const asUser = (fields: Partial<AppletForViewer> = {}, ofApplet: Partial<Applet> = {}) =>
  html({ applet: ofApplet, viewer: fields })
export const ENABLED = { status: 'enabled_for_user' } as const
export const DISABLED = { status: 'disabled_for_user' } as const
export const button = (page: string) => /<button[^>]*class="connect-button.*?<\/button>/s.exec(page)?.[0] ?? ''
