import type { AnyPage } from '../pages.ts'
import { Document, type PageState } from './document.tsx'
import { Layout } from './layout.tsx'
import type { Session } from './session.ts'
import { SiteProvider } from './site-context.tsx'

type Props = { state: PageState; session: Promise<Session>; Page: AnyPage }

/** The whole page, rendered alike by the edge and by the browser. */
export function App({ state, session, Page }: Props) {
  return (
    <Document state={state} session={session}>
      <SiteProvider value={state.site}>
        <Layout session={session} path={state.address.path} bare={state.bare ?? false}>
          <Page data={state.data} session={session} address={state.address} />
        </Layout>
      </SiteProvider>
    </Document>
  )
}
