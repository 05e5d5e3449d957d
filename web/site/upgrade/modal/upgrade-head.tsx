import { Glyph } from '../../../ui/glyph.tsx'
import type { Head } from './upgrade-head-words.ts'
import '../../../ui/badge.css'
import './upgrade-parts.css'

/** The modal's head; the reason comes first. `titleId`: labels the dialog. */
export function UpgradeHead({ head, titleId }: { head: Head; titleId: string }) {
  const { reason, title, badge, copy, warning } = head
  return (
    <div className="upgrade-head">
      {badge ? (
        <p className="why">
          {reason ? <span className="reason">{reason}</span> : null}
          <span className="badge">{badge}</span>
        </p>
      ) : null}
      <h2 id={titleId}>{title}</h2>
      {copy ? <p className="copy">{copy}</p> : null}
      {warning ? (
        <p className="warning">
          <Glyph name="info" size={20} />
          {warning}
        </p>
      ) : null}
    </div>
  )
}
