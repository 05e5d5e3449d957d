import { REMINDERS_FIELD, UNSUBSCRIBE_PATH } from '../../../worker/contract/messages/reminder-setting.ts'
import type { PageProps } from '../../site/session/session.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import './unsubscribe-page.css'
import '../../site/narrow-page.css'
import '../../ui/styles/forms.css'

/** Null when the link is not ours or its account is gone. */
export type UnsubscribeData = { link: { token: string; reminders: boolean } | null }

/**
 * /unsubscribe?token=: ends the mails about an unfinished upgrade. Needs one press, because mail scanners open links.
 */
export function Page({ data: { link } }: PageProps<UnsubscribeData>) {
  return <div className="unsubscribe-page narrow-page column">{link ? <Reminders {...link} /> : <NoLink />}</div>
}

function Reminders({ token, reminders }: { token: string; reminders: boolean }) {
  return (
    <>
      <header>
        <h1>{reminders ? 'Stop these emails?' : 'You are unsubscribed from these emails'}</h1>
        <p>
          {reminders
            ? 'When you leave an upgrade unfinished, we send one email with a link back, at most once a week. You still get emails about your account and payments.'
            : 'We no longer email you about unfinished upgrades. You still get emails about your account and payments.'}
        </p>
      </header>
      {/* A plain form, which works without scripts and shows its result only once it is true. */}
      <form method="post" action={`${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`}>
        <input type="hidden" name={REMINDERS_FIELD} value={reminders ? 'off' : 'on'} />
        <Button type="submit" kind={reminders ? 'primary' : 'secondary'}>
          {reminders ? 'Stop these emails' : 'Send them again'}
        </Button>
      </form>
    </>
  )
}

function NoLink() {
  return (
    <>
      <header>
        <h1>This link does not work</h1>
        <p>Part of it may be missing. Open it from the email again, or turn these emails off in your settings.</p>
      </header>
      <div>
        <ButtonLink href="/settings#reminders">Go to your settings</ButtonLink>
      </div>
    </>
  )
}
