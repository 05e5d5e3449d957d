import type { ReactNode } from 'react'
import type { AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import { api } from '../../browser/api/api-calls.ts'
import { SecretAddressBox } from './secret-address-box.tsx'

const WORDS = {
  title: 'Webhook',
  explanation:
    'Send a POST request to this URL to start the Applet. Keep the URL secret, because anyone who has it can do that.',
  noun: 'URL',
  label: 'Webhook URL',
  question: 'Regenerate the webhook URL?',
  warning: 'The current URL stops working at once. Everything that sends to it needs the new one.',
  replaced: 'Your webhook has a new URL.',
}

type Props = {
  appletId: number
  /** Null when it is stored but cannot be read anymore. */
  url: string | null
  onReplaced: (applet: AppletOfUser) => void
  /** Further controls for the URL. */
  children?: ReactNode
}

/** The Applet's secret URL, for Applets that start with a web request (§2.1). */
export function WebhookBox({ appletId, url, onReplaced, children }: Props) {
  return (
    <SecretAddressBox
      address={url}
      words={WORDS}
      regenerate={() => api.regenerateHookUrl(appletId)}
      onReplaced={onReplaced}
    >
      {children}
    </SecretAddressBox>
  )
}
