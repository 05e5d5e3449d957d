import { Suspense, use, type ReactNode } from 'react'
import { trustedHtml } from '../../browser/document/trusted-types.ts'
import { jsonForScript } from './json-for-script.ts'
import { pageTitle } from '../page-title.ts'
import { PAGE_STATE_ID, SESSION_STATE_ID, type PageState } from '../page-state.ts'
import type { Session } from '../session/session.ts'

type Props = { state: PageState; session: Promise<Session>; head: ReactNode; children: ReactNode }

/** The whole HTML document. It is hydrated as a whole, so it must depend only on its props. */
export function Document({ state, session, head, children }: Props) {
  const { assets, title, headTags, structured, site } = state
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{pageTitle(title, site.product_name)}</title>
        {headTags.map(({ tag: Tag, ...attributes }, index) => (
          <Tag key={index} {...attributes} />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {/* Not shown before it has run, so that no press comes sooner. */}
        <script type="module" async blocking="render" src={assets.earlyPress} />
        {/* The part that the page shows comes first: presses before its scripts are recorded. */}
        {assets.preload.map((href) => (
          <link key={href} rel="modulepreload" fetchPriority="low" href={href} />
        ))}
        {head}
      </head>
      <body>
        {children}
        {structured ? <DataScript type="application/ld+json" id="structured-data" value={structured} /> : null}
        <DataScript id={PAGE_STATE_ID} value={state} />
        <Suspense fallback={null}>
          <SessionState session={session} />
        </Suspense>
      </body>
    </html>
  )
}

/** Written when the viewer's part arrives, so that hydration starts from the same session. */
function SessionState({ session }: { session: Promise<Session> }) {
  return <DataScript id={SESSION_STATE_ID} value={use(session)} />
}

type DataProps = { type?: string; id: string; value: unknown }

/** Data, written as HTML because React creates a `<script>` by `innerHTML`, which Trusted Types refuse. */
function DataScript({ type = 'application/json', id, value }: DataProps) {
  const script = `<script type="${type}" id="${id}">${jsonForScript(value)}</script>`
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: trustedHtml(script) }} />
}
