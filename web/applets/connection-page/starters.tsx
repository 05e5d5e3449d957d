import { TestEvent } from '../../activity/health/test-event.tsx'
import type { AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import { MailBox } from '../webhook/mail-box.tsx'
import { WebhookBox } from '../webhook/webhook-box.tsx'
import type { Connect } from '../connect/driver/use-connect.ts'
import { statusOf } from '../connect/flow/connect-state.ts'
import { PressBox } from '../press/press-box.tsx'

/** The ways to start an Applet from outside of a service: only while it is enabled. */
export function Starters({ connect: { state, send }, token }: { connect: Connect; token: string }) {
  const { applet, viewer } = state
  if (statusOf(state) !== 'enabled_for_user') return null
  const replace = (replaced: AppletOfUser) => send({ type: 'appletReplaced', applet: replaced })
  return (
    <>
      {applet.has_button ? <PressBox appletId={applet.id} token={token} /> : null}
      {viewer?.mail_address ? (
        <MailBox appletId={applet.id} address={viewer.mail_address} onReplaced={replace} />
      ) : null}
      {applet.has_webhook ? (
        <WebhookBox appletId={applet.id} url={viewer?.hook_url ?? null} onReplaced={replace}>
          <TestEvent appletId={applet.id} />
        </WebhookBox>
      ) : null}
    </>
  )
}
