import { useState } from 'react'
import { PHONE_NUMBER_EXAMPLE, PHONE_NUMBER_INVALID, phoneNumber } from '../../../worker/contract/messages/app-link.ts'
import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { api } from '../../browser/api/api-calls.ts'
import { mobileSystem } from '../../browser/device/mobile-system.ts'
import { useSite } from '../../site/site-context.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { StoreLinks } from './store-links.tsx'
import { appLinkFlash } from './app-link-flash.ts'
import { useAppModal, type PageRest } from './use-app-modal.ts'
import { chooseAppStore, offeredStores } from './choose-app-store.ts'
import './app-modal.css'

type AppletType = Applet['applet_type']
/** `verified`: the user's address is verified, so that a text can be sent. */
type Props = { applet: Pick<Applet, 'id' | 'applet_type'>; sessionId: string; verified: boolean; page: PageRest }
type WayProps = { type: AppletType; verified: boolean; onAnswered: () => void }

/** Says that the Applet needs the mobile app and how to get it (§2.1). Opens automatically, once. */
export function AppModal({ applet: { id, applet_type }, sessionId, verified, page }: Props) {
  const site = useSite()
  const { open, close } = useAppModal(id, sessionId, page)
  // It opens only in a browser, which knows its device.
  const offered = open && offeredStores(site, applet_type, mobileSystem()).length > 0
  return (
    <Dialog open={offered} title={`This Applet needs the ${site.product_name} app`} onClose={close}>
      <WayToTheApp type={applet_type} verified={verified} onAnswered={close} />
    </Dialog>
  )
}

/** Rendered only in an open dialog, so only in a browser, which knows its device. */
function WayToTheApp({ type, verified, onAnswered }: WayProps) {
  const [device] = useState(mobileSystem)
  if (device) return <StoreLinks stores={[chooseAppStore(type, device)]} />
  return (
    <div className="app-modal">
      <TextForm type={type} verified={verified} onAnswered={onAnswered} />
      <StoreLinks stores={['ios', 'android']} />
    </div>
  )
}

function TextForm({ type, verified, onAnswered }: WayProps) {
  const flash = useFlash()
  async function send({ phone_number }: { phone_number: string }) {
    const answer = await appLinkFlash(api.sendAppLink({ phone_number, applet_type: type, for_applet: true }))
    flash(answer.type, answer.message)
    onAnswered()
  }
  const { form, problem, busy } = useForm(['phone_number'], send, check)
  return (
    <form {...form} className="text-form">
      <Field
        label="Enter your phone number"
        name="phone_number"
        data-begin-here
        type="tel"
        autoComplete="tel"
        placeholder={PHONE_NUMBER_EXAMPLE}
        required
        hint={verified ? undefined : 'Verify your email address first.'}
        error={problem.fields.phone_number}
      />
      <Button type="submit" busy={busy}>
        Send link
      </Button>
    </form>
  )
}

function check({ phone_number }: { phone_number: string }): Record<string, string> {
  return phoneNumber(phone_number) === null ? { phone_number: PHONE_NUMBER_INVALID } : {}
}
