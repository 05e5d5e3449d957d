import type { AccountSettings } from '../../../worker/contract/accounts/account-settings.ts'
import { DELETE_PAGE } from '../../../worker/contract/accounts/account-deletion.ts'
import { DOWNLOAD_PATH } from '../../../worker/contract/accounts/account-download.ts'
import type { Me } from '../../../worker/contract/accounts/me.ts'
import type { PageProps } from '../../site/session/session.ts'
import { SettingsFrame } from '../../site/settings-frame.tsx'
import { ButtonLink } from '../../ui/button/button.tsx'
import { NeedsScript } from '../../ui/form/needs-script.tsx'
import { EmailForm } from './email-form.tsx'
import { LoginForm } from './login-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { TimeZoneForm } from './time-zone-form.tsx'
import './account-page.css'

export type AccountData = { me: Me; settings: AccountSettings }

/** /settings/account: what the user signs in with, their time zone, and their data. */
export function Page({ data: { me, settings } }: PageProps<AccountData>) {
  return (
    <SettingsFrame path="/settings/account" title="Account">
      <NeedsScript />
      <EmailForm email={me.email} pending={settings.pending_email} />
      <LoginForm login={me.login} />
      <PasswordForm hasPassword={settings.has_password} />
      <TimeZoneForm timezone={settings.timezone} chosen={settings.timezone_chosen} />
      <section className="account-part" aria-labelledby="data">
        <h2 id="data">Your data</h2>
        <p>
          One file with your account, Applets, connections, activity, runs and invoices. It has no passwords and no
          keys.
        </p>
        <p>
          <ButtonLink kind="secondary" size="small" href={DOWNLOAD_PATH} download>
            Download my data
          </ButtonLink>
        </p>
      </section>
      <section className="account-part" aria-labelledby="delete">
        <h2 id="delete">Delete your account</h2>
        <p>You can change your mind for seven days.</p>
        <p>
          <a href={DELETE_PAGE}>Delete my account</a>
        </p>
      </section>
    </SettingsFrame>
  )
}
