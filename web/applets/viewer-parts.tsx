import { WebhookBox } from '../hooks/webhook-box.tsx'
import { Feedback } from '../feedback/feedback.tsx'
import { Configurations } from './configurations.tsx'
import { statusOf } from './connect-state.ts'
import { Management } from './management.tsx'
import { Notifications } from './notifications.tsx'
import type { Connect } from './use-connect.ts'

/** What the page holds for someone signed in, under the public part and in the order of §2.1. One lazy chunk. */
export function ViewerParts({ connect }: { connect: Connect }) {
  return (
    <div className="viewer-parts">
      <Webhook connect={connect} />
      <Configurations connect={connect} />
      <Notifications connect={connect} />
      <Question connect={connect} />
      <Management connect={connect} />
    </div>
  )
}

/** There is a URL only while the Applet is enabled: a disabled one hears nothing. */
function Webhook({ connect: { state, send } }: { connect: Connect }) {
  if (!state.applet.has_webhook || statusOf(state) !== 'enabled_for_user') return null
  return (
    <WebhookBox
      appletId={state.applet.id}
      url={state.viewer?.hook_url ?? null}
      onReplaced={(applet) => send({ type: 'appletReplaced', applet })}
    />
  )
}

/** Of what its author took away there is nothing to say any more. */
function Question({ connect: { state } }: { connect: Connect }) {
  if (!state.viewer || statusOf(state) === 'archived') return null
  return <Feedback appletId={state.applet.id} rated={state.viewer.rated} />
}
