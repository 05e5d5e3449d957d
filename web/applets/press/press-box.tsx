import { pressPath } from '../../../worker/contract/addresses.ts'
import { FORM_TOKEN } from '../../../worker/contract/accounts/form-pages.ts'
import { StarterBox } from '../../ui/starter-box/starter-box.tsx'
import { PressForm } from './press-form.tsx'

type Props = { appletId: number; token: string; onPressed: () => void }

/** On the Applet's page, for Applets that start with a press. */
export function PressBox({ appletId, token, onPressed }: Props) {
  return (
    <StarterBox title="Button">
      <PressForm
        appletId={appletId}
        token={<input type="hidden" name={FORM_TOKEN} value={token} />}
        onPressed={onPressed}
      />
      <p>
        <a href={pressPath(appletId)}>Put it on your home screen</a>
      </p>
    </StarterBox>
  )
}
