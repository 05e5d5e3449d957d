import type { ReactNode } from 'react'
import type { PageState } from '../page-state.ts'
import { Document } from './document.tsx'
import { Layout } from './layout.tsx'
import type { AnyPage, Session } from '../session/session.ts'
import { SiteProvider } from '../site-context.tsx'

type Props = {
  state: PageState
  session: Promise<Session>
  Page: AnyPage
  /** The part of the head that only the server writes. */
  head?: ReactNode
}

/** The whole page, rendered the same way by the edge and the browser. */
export function App({ state, session, Page, head }: Props) {
  return (
    <Document state={state} session={session} head={head}>
      <SiteProvider value={state.site}>
        <Layout session={session} path={state.address.path} bare={state.bare ?? false}>
          <Page data={state.data} session={session} address={state.address} />
        </Layout>
      </SiteProvider>
    </Document>
  )
}
