import { lazy, Suspense, useId } from 'react'
import type { AppletOfUser } from '../../worker/contract/applets/applet.ts'
import type { MailAddress } from '../../worker/contract/inbound-mail/mail-address.ts'
import { starterApi } from '../api/starter-calls.ts'
import { Button } from '../ui/button/button.tsx'
import { CopyField } from '../ui/copy-field/copy-field.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useRegenerate } from './use-regenerate.ts'
import './webhook-box.css'

// Lazy: only in a session whose proof is too old.
const HiddenField = lazy(() =>
  import('../ui/copy-field/hidden-field.tsx').then(({ HiddenField: view }) => ({ default: view })),
)

type Props = { appletId: number; address: MailAddress; onReplaced: (applet: AppletOfUser) => void }

/** The Applet's secret mail address, for Applets that start with a mail (§D48). */
export function MailBox({ appletId, address, onReplaced }: Props) {
  const title = useId()
  const { state, ask, cancel, confirm } = useRegenerate(
    { regenerate: () => starterApi.regenerateMailAddress(appletId), done: 'Your Applet has a new email address.' },
    onReplaced,
  )
  if (address.kind === 'not_set_up') {
    return (
      <section className="webhook-box" aria-labelledby={title}>
        <h2 id={title}>Email address</h2>
        <p>This site is not set up to receive email, so nothing can start this Applet yet.</p>
      </section>
    )
  }
  return (
    <section className="webhook-box" aria-labelledby={title}>
      <h2 id={title}>Email address</h2>
      <p>
        Send or forward an email to this address to start the Applet. Keep the address secret, because anyone who has it
        can do that.
      </p>
      <Shown appletId={appletId} address={address} />
      <div className="actions">
        <Button kind="secondary" size="small" onClick={ask}>
          Regenerate
        </Button>
      </div>
      <ConfirmDialog
        open={state.kind !== 'shown'}
        title="Regenerate the email address?"
        action="Regenerate"
        busy={state.kind === 'working'}
        problem={state.kind === 'asking' ? state.message : null}
        onCancel={cancel}
        onConfirm={confirm}
      >
        <p>The current address stops working at once. Everything that sends to it needs the new one.</p>
      </ConfirmDialog>
    </section>
  )
}

function Shown({ appletId, address }: { appletId: number; address: MailAddress }) {
  switch (address.kind) {
    case 'shown':
      return <CopyField label="Email address" value={address.address} />
    case 'hidden':
      return (
        <Suspense fallback={null}>
          <HiddenField label="Email address" read={() => readAddress(appletId)} />
        </Suspense>
      )
    case 'lost':
      return <p className="lost">The address cannot be shown anymore. Regenerate it to get a new one.</p>
    case 'not_set_up':
      return null
  }
}

async function readAddress(appletId: number): Promise<string | null> {
  const { mail_address } = await starterApi.revealMailAddress(appletId)
  return mail_address.kind === 'shown' ? mail_address.address : null
}
