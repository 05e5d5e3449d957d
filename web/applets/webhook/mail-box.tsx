import type { AppletOfUser } from '../../../worker/contract/applets/applet.ts'
import type { MailAddress } from '../../../worker/contract/hooks/mail-address.ts'
import { starterApi } from '../../browser/api/starter-calls.ts'
import { SecretAddressBox } from './secret-address-box.tsx'
import { StarterBox } from '../../ui/starter-box/starter-box.tsx'

const WORDS = {
  title: 'Email address',
  explanation:
    'Send or forward an email to this address to start the Applet. Keep the address secret, because anyone who has it can do that.',
  noun: 'address',
  label: 'Email address',
  question: 'Regenerate the email address?',
  warning: 'The current address stops working at once. Everything that sends to it needs the new one.',
  replaced: 'Your Applet has a new email address.',
}

type Props = { appletId: number; address: MailAddress; onReplaced: (applet: AppletOfUser) => void }

/** The Applet's secret mail address, for Applets that start with a mail. */
export function MailBox({ appletId, address, onReplaced }: Props) {
  if (address.kind === 'not_set_up') {
    return (
      <StarterBox title={WORDS.title}>
        <p>This site is not set up to receive email, so nothing can start this Applet yet.</p>
      </StarterBox>
    )
  }
  return (
    <SecretAddressBox
      address={address.kind === 'shown' ? address.address : null}
      words={WORDS}
      regenerate={() => starterApi.regenerateMailAddress(appletId)}
      onReplaced={onReplaced}
    />
  )
}
