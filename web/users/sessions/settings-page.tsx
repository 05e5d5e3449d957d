import type { Me, SessionRow } from '../../../worker/contract/accounts/me.ts'
import type { SignInWays } from '../../../worker/contract/accounts/passkey.ts'
import type { SecurityEventsPage } from '../../../worker/contract/accounts/security-events.ts'
import type { MakerKeyResponse } from '../../../worker/contract/hooks/hook-response.ts'
import { OPERATOR_PATH } from '../../../worker/contract/operator/operator-overview.ts'
import { PLANS } from '../../../worker/contract/tiers.ts'
import type { PageProps } from '../../site/session/session.ts'
import { SettingsFrame } from '../../site/settings-frame.tsx'
import { SignOutButton } from '../../site/session/sign-out-button.tsx'
import { dayInWords } from '../../ui/dates/dates.ts'
import { ReminderSetting } from '../messages/reminder-setting.tsx'
import { PushSettings } from '../push/push-settings.tsx'
import { MakerKeyAddress } from '../../applets/address/maker-key-address.tsx'
import { SignInWaysSection } from '../passkeys/sign-in-ways-section.tsx'
import { SecurityEventList } from '../security-events/security-event-list.tsx'
import { ResendButton } from '../verify-email/resend-button.tsx'
import { SessionList } from './session-list.tsx'
import { useSessions } from './use-sessions.ts'
import './settings-page.css'
import '../../ui/badge.css'

export type SettingsData = MakerKeyResponse & {
  me: Me
  ways: SignInWays
  sessions: SessionRow[]
  reminders: boolean
  security: SecurityEventsPage & { before: string | null }
  now: number
  timeZone: string
}

/** /settings: the user's profile and sessions. */
export function Page({
  data: { me, ways, sessions, reminders, maker_key, hidden, security, now, timeZone },
}: PageProps<SettingsData>) {
  const live = useSessions(sessions)
  return (
    <SettingsFrame path="/settings" title="Profile">
      <Profile me={me} timeZone={timeZone} />
      <SignInWaysSection ways={ways} now={now} timeZone={timeZone} />
      <PushSettings />
      <ReminderSetting reminders={reminders} />
      <MakerKeyAddress maker_key={maker_key} hidden={hidden} />
      <section aria-labelledby="sessions">
        <h2 id="sessions">Where you are signed in</h2>
        <SessionList {...live} now={now} timeZone={timeZone} />
      </section>
      <SecurityEventList {...security} timeZone={timeZone} />
      <p>
        <SignOutButton kind="secondary" />
      </p>
    </SettingsFrame>
  )
}

function Profile({ me, timeZone }: { me: Me; timeZone: string }) {
  return (
    <dl className="profile">
      <div>
        <dt>User name</dt>
        <dd>{me.login}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          {me.email} {me.email_verified ? <span className="badge good">Verified</span> : null}
          {me.email_verified ? null : <NotVerified email={me.email} />}
        </dd>
      </div>
      <div>
        <dt>Password</dt>
        <dd>
          <a href="/settings/account">Change it</a>
        </dd>
      </div>
      <div>
        <dt>Plan</dt>
        <dd>
          {PLANS[me.tier].name} <a href="/plans">Compare plans</a>
        </dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd>{dayInWords(me.created_at, timeZone)}</dd>
      </div>
      {me.operator ? (
        <div>
          <dt>Operator</dt>
          <dd>
            <a href={OPERATOR_PATH}>Look after the product</a>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

function NotVerified({ email }: { email: string }) {
  return (
    <div className="not-verified">
      <p>Not verified yet. Open the link we sent you.</p>
      <ResendButton email={email} />
    </div>
  )
}
