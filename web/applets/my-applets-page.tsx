import { useRef, useState } from 'react'
import type { MyApplets } from '../../worker/contract/applets.ts'
import { api } from '../api.ts'
import { messageOf } from '../browser/request-error.ts'
import type { PageProps } from '../site/session.ts'
import { useErrorInAddress } from '../site/use-error-in-address.ts'
import { NothingYet } from '../ui/empty-state.tsx'
import { useFlash } from '../ui/use-flash.tsx'
import { nowIs } from './applet-words.ts'
import { MyAppletsSection } from './my-applets-section.tsx'
import { quotaLine, restored, sectionsOf } from './my-applets-sections.ts'

type MyAppletsPageData = MyApplets & { quota: { total: number | null; remaining: number | null } }

/** The user's own: what runs, what is switched off, what they made, what they put away (design §3.1). */
export function Page({ data }: PageProps<MyAppletsPageData>) {
  const [applets, setApplets] = useState(data.applets)
  const [restoring, setRestoring] = useState<number | null>(null)
  const flash = useFlash()
  useErrorInAddress()
  const title = useRef<HTMLHeadingElement>(null)
  const { enabled, paused, disabled, created, archived } = sectionsOf(applets)

  async function restore(id: number) {
    setRestoring(id)
    try {
      const { applet } = await api.restoreApplet(id)
      setApplets((known) => restored(known, id, applet.status))
      // The pressed button is gone; the keyboard goes on from the top of the list.
      title.current?.focus({ preventScroll: true })
      flash('success', nowIs('restored', applet))
    } catch (error) {
      flash('danger', messageOf(error))
    } finally {
      setRestoring(null)
    }
  }

  return (
    <div className="my-applets-page page">
      <header>
        <h1 ref={title} tabIndex={-1}>
          My Applets
        </h1>
        {applets.length > 0 && <Quota enabled={enabled.length} quota={data.quota} />}
      </header>
      {applets.length === 0 && (
        <NothingYet
          title="No Applets yet"
          text="The Applets that you switch on stand here, and those that you make. Begin with one that others like."
        />
      )}
      {applets.length > 0 && (
        <MyAppletsSection name="enabled" applets={enabled}>
          <p className="quiet-text">
            Nothing runs for you right now. Switch one on, or <a href="/explore">find another</a>.
          </p>
        </MyAppletsSection>
      )}
      <MyAppletsSection name="paused" applets={paused} note={<PausedNote count={paused.length} />} />
      <MyAppletsSection name="disabled" applets={disabled} />
      <MyAppletsSection name="created" applets={created} />
      <MyAppletsSection name="archived" applets={archived} onRestore={restore} restoring={restoring} />
    </div>
  )
}

function Quota({ enabled, quota: { total, remaining } }: { enabled: number; quota: MyAppletsPageData['quota'] }) {
  return (
    <p className="quota">
      {quotaLine(enabled, total)}
      {remaining === 0 && (
        <>
          {' · '}
          <a href="/plans?reason=applet_quota">Get more</a>
        </>
      )}
    </p>
  )
}

/** A plan ended or became smaller: what it has no room for waits, with all that was set up. */
function PausedNote({ count }: { count: number }) {
  return (
    <p className="quiet-text">
      Your plan has no room for {count === 1 ? 'this Applet' : 'these Applets'} right now. Nothing is lost:{' '}
      {count === 1 ? 'it is' : 'they are'} back on as soon as there is room. <a href="/plans">Compare plans</a>
    </p>
  )
}
