import { APPLET_TAKEN_DOWN } from '../../../worker/contract/applet-taken-down.ts'
import { SupportWays } from './support-ways.tsx'
import './message-page.css'

/** In the place of what an operator has taken down. */
export function Page() {
  return (
    <div className="message-page page">
      <h1>This Applet was taken down</h1>
      <p>{APPLET_TAKEN_DOWN}</p>
      <SupportWays />
    </div>
  )
}
