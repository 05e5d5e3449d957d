import type { ReactNode } from 'react'
import type { DraftStepView } from '../../../worker/contract/drafts/draft.ts'
import { PressButton } from '../../ui/button/press-button.tsx'
import { Glyph, type GlyphName } from '../../ui/glyph.tsx'
import { ServiceIcon } from '../../ui/service/service-icon.tsx'
import type { RowLabel } from './draft-rows.ts'
import './draft-row.css'

type Props = {
  /** Names the row on the page: its step's key, or its address. */
  name: string
  label: RowLabel
  /** The row's meaning, in one sentence. */
  sentence: ReactNode
  icon: DraftStepView['service'] | GlyphName
  /** After the sentence: what is missing, or its plan. */
  notes: ReactNode
  open: boolean
  /** Its step is chosen next. */
  empty?: boolean
  onToggle: () => void
  /** The panel, which is shown while the row is open. */
  children: ReactNode
}

/** A row: one sentence, which opens its panel. */
export function DraftRowView({ name, label, sentence, icon, notes, open, empty, onToggle, children }: Props) {
  return (
    <li className={`draft-row ${open ? 'open' : ''} ${empty ? 'empty' : ''}`}>
      <h2>
        <PressButton
          id={`row-${name}`}
          className="sentence"
          aria-expanded={open}
          aria-controls={open ? `panel-${name}` : undefined}
          // An empty row opens a search.
          data-press={empty && !open ? 'search' : ''}
          onClick={onToggle}
        >
          <span className="label">{label}</span> <RowIcon icon={icon} />
          <span className="words">{sentence}</span> <span className="notes">{notes}</span>
        </PressButton>
      </h2>
      {open ? (
        <div className="panel" id={`panel-${name}`}>
          {children}
        </div>
      ) : null}
    </li>
  )
}

/** Selects the row's button. */
export function rowButton(name: string): string {
  return `[id="row-${name}"]`
}

/** Selects the panel of the open row. */
export const OPEN_PANEL = '.draft-row .panel'

/** Selects the panel's first control; what closes the panel is there before the panel itself has loaded. */
export function panelControl(name: string): string {
  return `[id="panel-${name}"] :is(input, select, textarea, button):not(.step-actions *)`
}

export function RowIcon({ icon }: { icon: Props['icon'] }) {
  if (icon === null) return <span className="no-icon" aria-hidden="true" />
  if (typeof icon === 'string') return <Glyph name={icon} size={32} />
  return <ServiceIcon name="" src={icon.icon} size={32} />
}
