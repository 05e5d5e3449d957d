import { Suspense, type ReactNode } from 'react'
import type { Applet, AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import { copyPath, reportPath } from '../../../worker/contract/addresses.ts'
import type { Home } from '../../../worker/contract/applets/browse.ts'
import type { PageProps } from '../../site/session/session.ts'
import { AppletDetails } from '../details/applet-details.tsx'
import { AppletHead } from '../details/applet-head.tsx'
import { Destinations, fixedBy } from '../details/destinations.tsx'
import { ConnectPanel } from '../connect/button/connect-panel.tsx'
import { ForViewer } from './for-viewer.tsx'
import { PopularServices } from './popular-services.tsx'
import { RecommendedSlot } from '../recommended/recommended-slot.tsx'
import { AppletSteps } from '../details/applet-steps.tsx'
import { ShareApplet } from '../share/share-applet.tsx'
import {
  ConnectProvider,
  useConnect,
  useConnectStore,
  type ConnectSession,
  type PageViewer,
} from '../connect/driver/use-connect.ts'
import { ValuePropositions } from '../details/value-propositions.tsx'
import './connection-page.css'

/**
 * The public part of the page. `home` is what visitors see below it (§2.1); null when it could not be loaded. `notice`: what
 * stands above all else, said by the loader to spare the page the sentences.
 */
export type ConnectionPageData = { applet: Applet | AppletOfUser; home: Home | null; notice: string | null }

/** /applets/{friendly_id} and /connections/{friendly_id}: the connection page with the detail view (§2.1, §2.2). */
export function Page({ data, session }: PageProps<ConnectionPageData, PageViewer | null>) {
  const { applet, openStore } = useConnectStore(data.applet)
  // Only its author sees it.
  const own = !applet.published && !applet.taken_down
  const told = applet.description !== '' || applet.value_propositions.length > 0
  return (
    <ConnectProvider value={openStore}>
      <article className={`connection-page${own ? ' own' : ''}`}>
        <AppletHead applet={applet}>
          <ConnectPanel session={session} />
        </AppletHead>
        <div className="bar-place">
          <ForViewer part="bar" session={session} />
        </div>
        <div className="body">
          {own && !told && !data.notice ? null : (
            <section className="about" aria-label="About">
              {data.notice ? (
                <p role="alert">
                  <b>{data.notice}</b>
                </p>
              ) : null}
              <p className="description">{applet.description}</p>
              <ValuePropositions items={applet.value_propositions} />
              {own || applet.taken_down ? null : (
                <>
                  <ShareApplet applet={applet} />
                  <p className="others">
                    <a href={copyPath(applet)}>Make a copy</a>
                    <ForAuthor session={session}>
                      {(isAuthor) =>
                        isAuthor ? null : (
                          <a href={reportPath(applet.id)} rel="nofollow">
                            Report this Applet
                          </a>
                        )
                      }
                    </ForAuthor>
                  </p>
                </>
              )}
            </section>
          )}
          <section className="steps" aria-label="Steps">
            <AppletSteps applet={applet} />
            {applet.published ? (
              <Destinations
                items={applet.fixed_destinations}
                words={<ForAuthor session={session}>{fixedBy}</ForAuthor>}
              />
            ) : null}
            <AppletDetails applet={applet} session={session} />
          </section>
          <ForViewer part="body" session={session} />
        </div>
      </article>
      <PopularServices home={data.home} session={session} />
      <RecommendedSlot applet={applet} session={session} />
    </ConnectProvider>
  )
}

type ForAuthorProps = { session: Promise<ConnectSession>; children: (isAuthor?: boolean) => ReactNode }

/** What reads otherwise for the Applet's author; as for everyone until the viewer is known. */
function ForAuthor(props: ForAuthorProps) {
  return (
    <Suspense fallback={props.children()}>
      <ForKnownViewer {...props} />
    </Suspense>
  )
}

function ForKnownViewer({ session, children }: ForAuthorProps) {
  return children(useConnect(session)?.state.viewer?.is_author)
}
