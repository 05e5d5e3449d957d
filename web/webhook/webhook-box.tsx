import { lazy, Suspense, useId, type ReactNode } from 'react'
import type { AppletOfUser } from '../../worker/contract/applets/applet.ts'
import { Button } from '../ui/button/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { CopyField } from '../ui/copy-field/copy-field.tsx'
import { api } from '../api/api-calls.ts'
import { useRegenerate } from './use-regenerate.ts'
import './webhook-box.css'

// Lazy: only in a session whose proof is too old.
const HiddenField = lazy(() =>
  import('../ui/copy-field/hidden-field.tsx').then(({ HiddenField: view }) => ({ default: view })),
)

type Props = {
  appletId: number
  /** Null when it is stored but cannot be read anymore. */
  url: string | null
  /** The user has to show first that it is them. */
  hidden: boolean
  onReplaced: (applet: AppletOfUser) => void
  /** What else can be done with the URL. */
  children?: ReactNode
}

/** The Applet's secret URL, for Applets that start with a web request (§2.1). */
export function WebhookBox({ appletId, url, hidden, onReplaced, children }: Props) {
  const title = useId()
  const { state, ask, cancel, confirm } = useRegenerate(
    { regenerate: () => api.regenerateHookUrl(appletId), done: 'Your webhook has a new URL.' },
    onReplaced,
  )
  return (
    <section className="webhook-box" aria-labelledby={title}>
      <h2 id={title}>Webhook</h2>
      <p>
        Send a POST request to this URL to start the Applet. Keep the URL secret, because anyone who has it can do that.
      </p>
      {hidden ? (
        <Suspense fallback={null}>
          <HiddenField label="Webhook URL" read={async () => (await api.revealHookUrl(appletId)).hook_url} />
        </Suspense>
      ) : null}
      {url === null && !hidden ? (
        <p className="lost">The URL cannot be shown anymore. Regenerate it to get a new one.</p>
      ) : null}
      {url === null ? null : <CopyField label="Webhook URL" value={url} />}
      <div className="actions">
        {url === null && !hidden ? null : children}
        <Button kind="secondary" size="small" onClick={ask}>
          Regenerate
        </Button>
      </div>
      <ConfirmDialog
        open={state.kind !== 'shown'}
        title="Regenerate the webhook URL?"
        action="Regenerate"
        busy={state.kind === 'working'}
        problem={state.kind === 'asking' ? state.message : null}
        onCancel={cancel}
        onConfirm={confirm}
      >
        <p>The current URL stops working at once. Everything that sends to it needs the new one.</p>
      </ConfirmDialog>
    </section>
  )
}
