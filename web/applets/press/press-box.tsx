import { useId } from 'react'
import { pressPath } from '../../../worker/contract/addresses.ts'
import { FORM_TOKEN } from '../../../worker/contract/forms/form-pages.ts'
import { PressForm } from './press-form.tsx'
import './press-box.css'

/** On the Applet's page, for Applets that start with a press. */
export function PressBox({ appletId, token }: { appletId: number; token: string }) {
  const title = useId()
  return (
    <section className="press-box" aria-labelledby={title}>
      <h2 id={title}>Button</h2>
      <PressForm appletId={appletId} token={<input type="hidden" name={FORM_TOKEN} value={token} />} />
      <p>
        <a href={pressPath(appletId)}>Put it on your home screen</a>
      </p>
    </section>
  )
}
