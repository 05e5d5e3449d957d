import { Suspense, use, type ReactNode } from 'react'
import { jsonForScript } from './json-for-script.ts'
import { pageTitle } from '../site/page-title.ts'
import { PAGE_STATE_ID, SESSION_STATE_ID, type PageState } from '../site/page-state.ts'
import type { Session } from '../site/session.ts'

type Props = { state: PageState; session: Promise<Session>; head: ReactNode; children: ReactNode }

/** The whole HTML document. It is hydrated as a whole, so it must depend only on its props. */
export function Document({ state, session, head, children }: Props) {
  const { assets, title, description, site } = state
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{pageTitle(title, site.product_name)}</title>
        {site.script_hosts && <meta name="script-hosts" content={site.script_hosts.join(' ')} />}
        {description && <meta name="description" content={description} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {/* Not shown before it has run, so that no press comes sooner. */}
        <script type="module" async blocking="render" src={assets.earlyPress} />
        {assets.preload.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {head}
      </head>
      <body>
        {children}
        <script
          type="application/json"
          id={PAGE_STATE_ID}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: jsonForScript(state) }}
        />
        <Suspense fallback={null}>
          <SessionState session={session} />
        </Suspense>
      </body>
    </html>
  )
}

/** Written when the viewer's part arrives, so that hydration starts from the same session. */
function SessionState({ session }: { session: Promise<Session> }) {
  return (
    <script
      type="application/json"
      id={SESSION_STATE_ID}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: jsonForScript(use(session)) }}
    />
  )
}
