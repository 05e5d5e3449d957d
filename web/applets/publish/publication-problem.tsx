import { appletPath } from '../../../worker/contract/addresses.ts'
import { APPLET_TAKEN_DOWN } from '../../../worker/contract/applet-taken-down.ts'
import { PUBLICATIONS_A_DAY, type Publication } from '../../../worker/contract/applets/publication.ts'
import { isComplete } from '../../../worker/contract/applets/step-list.ts'
import {
  APPLET_HAS_SECRET,
  APPLET_INCOMPLETE,
  LOGIN_RESERVED_AUTHOR,
  PUBLICATIONS_USED,
  PUBLISHING_BLOCKED,
} from '../../../worker/contract/publish-words.ts'
import { useSite } from '../../site/site-context.tsx'
import '../../ui/notice.css'

/** Whether something stands in the way of publishing that the form cannot change. */
export function hasProblem(publication: Publication): boolean {
  const { applet, has_secret, email_verified, login_reserved, blocked, left_today } = publication
  const isHeldBack = has_secret || !email_verified || login_reserved || blocked || left_today === 0
  return isHeldBack || applet.taken_down || !isComplete(applet)
}

/** The obstacle to publishing, or when the Applet enters lists. */
export function PublicationProblem({ publication }: { publication: Publication }) {
  const { support_url } = useSite()
  const { applet, has_secret, email_verified, login_reserved, blocked, left_today, listed_after } = publication
  if (applet.taken_down || blocked)
    return (
      <div className="notice-box">
        <p>{applet.taken_down ? APPLET_TAKEN_DOWN : PUBLISHING_BLOCKED}</p>
        {support_url ? <a href={support_url}>Contact support</a> : null}
      </div>
    )
  if (login_reserved)
    return (
      <div className="notice-box">
        <p>{LOGIN_RESERVED_AUTHOR}</p>
        <a href="/settings">Open your settings</a>
      </div>
    )
  if (applet.published) return <WhenListed after={listed_after} published />
  if (!isComplete(applet)) return <p className="notice-box">{APPLET_INCOMPLETE}</p>
  if (has_secret)
    return (
      <div className="notice-box">
        <p>{APPLET_HAS_SECRET}</p>
        <a href={`${appletPath(applet)}/edit`}>Edit the Applet</a>
      </div>
    )
  if (!email_verified)
    return (
      <div className="notice-box">
        <p>To publish Applets, please verify your email address first.</p>
        <a href="/settings">Open your settings</a>
      </div>
    )
  if (left_today === 0) return <p className="notice-box">{PUBLICATIONS_USED}</p>
  return (
    <>
      <WhenListed after={listed_after} published={false} />
      {left_today < PUBLICATIONS_A_DAY ? (
        <p className="quiet-text">{`You can publish ${left_today} more ${left_today === 1 ? 'Applet' : 'Applets'} today.`}</p>
      ) : null}
    </>
  )
}

function WhenListed({ after, published }: { after: number | null; published: boolean }) {
  if (after === null) return null
  const hours = after === 1 ? 'an hour' : `${after} hours`
  return (
    <p className="notice-box">
      {published
        ? `In about ${hours} it appears in lists and search. Until then, people find it on your page and by its link.`
        : `Because this is your first one, it appears in lists and search after ${hours}. Until then, people find it on your page and by its link.`}
    </p>
  )
}
