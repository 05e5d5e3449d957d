import { Suspense, use, useState, type ReactNode } from 'react'
import { messageOf } from '../../browser/request/request-error.ts'
import { FlashRegion } from '../../ui/flash/flash.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { ViewerLinks, VisitorLinks, WaitingLinks } from './site-links.tsx'
import { FlashProvider, useFlash } from '../../ui/flash/use-flash.tsx'
import type { Session } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import { useSite } from '../site-context.tsx'
import { UpgradeModalStore, UpgradeProvider } from '../upgrade/store/upgrade-modal-store.ts'
import { UpgradeModalOutlet } from '../upgrade/upgrade-modal-outlet.tsx'
import { Reference } from '../reference.tsx'
import './away-notice.css'
import '../../ui/styles/tokens.css'
import '../../ui/styles/base.css'
import '../../ui/styles/conditions.css'

/** Where the user's notice is rendered, as a root of its own (see app/show-notice.tsx). */
export const NOTICE_SLOT = 'notice'

type Props = { session: Promise<Session>; path: string; bare?: boolean; children: ReactNode }

/** Around every page: header, messages, footer. Only the viewer's parts wait for the session. */
export function Layout({ session, path, bare = false, children }: Props) {
  const { product_name, support_url } = useSite()
  // One store for the life of the page (see ui/flash/use-flash.tsx).
  const [upgradeStore] = useState(() => new UpgradeModalStore())
  return (
    <FlashProvider>
      <UpgradeProvider value={upgradeStore}>
        {bare ? null : (
          <SiteHeader productName={product_name} path={path}>
            <Suspense fallback={<WaitingLinks />}>
              <SessionLinks session={session} path={path} />
            </Suspense>
          </SiteHeader>
        )}
        <div id={NOTICE_SLOT} />
        <FlashRegion />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Suspense fallback={null}>
          <AwayNotice session={session} path={path} />
        </Suspense>
        {bare ? null : <SiteFooter productName={product_name} supportUrl={support_url} />}
        <UpgradeModalOutlet session={session} />
      </UpgradeProvider>
    </FlashProvider>
  )
}

type ViewerProps = { session: Promise<Session>; path: string }

function SessionLinks({ session, path }: ViewerProps) {
  const viewer = use(session)
  const flash = useFlash()
  if (viewer.kind === 'visitor') return <VisitorLinks path={path} />
  if (viewer.kind === 'unavailable') return null
  const leave = () => signOut().catch((error: unknown) => flash('danger', messageOf(error)))
  return <ViewerLinks viewer={viewer.me} path={path} onSignOut={leave} />
}

/** The session could not be looked up: says so and leaves the page as it is. */
function AwayNotice({ session, path }: ViewerProps) {
  if (use(session).kind !== 'unavailable') return null
  return (
    <output className="away-notice">
      Your account cannot be reached right now. You can still look around. <a href={path}>Try again</a> <Reference />
    </output>
  )
}
