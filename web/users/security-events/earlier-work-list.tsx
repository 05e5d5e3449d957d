import type { EarlierWork } from '../../../worker/contract/accounts/security-events.ts'
import { appletPath } from '../../../worker/contract/addresses.ts'
import { draftPath } from '../../../worker/contract/drafts/draft-addresses.ts'
import { ownAccountApi } from '../../browser/api/own-account-calls.ts'
import { useSavedForm } from '../account-settings/use-saved-form.ts'
import { Form } from '../../ui/form/form.tsx'
import '../../ui/badge.css'
import '../../ui/notice.css'

/** What somebody else may have made in the user's account, with what to do, until the user says that it is theirs. */
export function EarlierWorkList({ applets, drafts }: EarlierWork) {
  const form = useSavedForm([], ownAccountApi.keepEarlierWork, () => 'We keep what is left.')
  const listed = [
    ...applets.map((applet) => ({ kind: 'Applet', href: appletPath(applet), ...applet })),
    ...drafts.map((draft) => ({ kind: 'Draft', href: draftPath(draft.id), ...draft })),
  ]
  if (listed.length === 0) return null
  return (
    <Form form={form} button="Keep the rest" kind="secondary" className="notice-box">
      <h3>Made before you confirmed your address</h3>
      <p>Somebody else may have made these. Open each one, and delete what you do not know.</p>
      <ul>
        {listed.map(({ kind, id, href, name }) => (
          <li key={`${kind} ${id}`}>
            <a href={href}>{name}</a> <span className="badge">{kind}</span>
          </li>
        ))}
      </ul>
    </Form>
  )
}
