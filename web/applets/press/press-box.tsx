import { pressPath } from '../../../worker/contract/addresses.ts'
import { FORM_TOKEN } from '../../../worker/contract/accounts/form-pages.ts'
import { StarterBox } from '../../ui/starter-box/starter-box.tsx'
import { PressForm } from './press-form.tsx'

/** On the Applet's page, for Applets that start with a press. */
export function PressBox({ appletId, token }: { appletId: number; token: string }) {
  return (
    <StarterBox title="Button">
      <PressForm appletId={appletId} token={<input type="hidden" name={FORM_TOKEN} value={token} />} />
      <p>
        <a href={pressPath(appletId)}>Put it on your home screen</a>
      </p>
    </StarterBox>
  )
}
