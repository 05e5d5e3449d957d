import { useEffect, useRef } from 'react'
import {
  destinationSentence,
  type StepChange,
  type VersionUpdate,
} from '../../../worker/contract/applets/fixed-destination.ts'
import { CheckboxGroupField } from '../../ui/form/choice-fields.tsx'
import { SEEN } from './use-edit.ts'

const KINDS: Record<StepChange['kind'], string> = { added: 'New', removed: 'No longer there', changed: 'Changed' }

type Props = {
  update: VersionUpdate
  error: string | undefined
  title: string
  /** It came while the page was open. */
  takesFocus: boolean
}

/** What an Applet's newest version has differently, step by step; asks about each place where data newly goes. */
export function UpdateChanges({ update, error, title, takesFocus }: Props) {
  const { changes, destinations } = update
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) section.current?.focus()
  }, [takesFocus])
  return (
    <section ref={section} tabIndex={-1} className="update-changes" aria-labelledby="changes">
      <h2 id="changes">{title}</h2>
      {changes.length > 0 ? (
        <ul>
          {changes.map(({ step, kind, lines }, n) => (
            <li key={n}>
              <h3>
                {step} <span className="quiet-text">{KINDS[kind]}</span>
              </h3>
              <dl>
                {lines.map(({ label, before, after }, line) => (
                  <div key={line}>
                    <dt>{label}</dt>
                    {kind === 'added' ? null : (
                      <dd>
                        <span className="quiet-text">Before:</span> <del>{before ?? 'nothing'}</del>
                      </dd>
                    )}
                    {kind === 'removed' ? null : (
                      <dd>
                        <span className="quiet-text">Now:</span> <ins>{after ?? 'nothing'}</ins>
                      </dd>
                    )}
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      ) : null}
      {destinations.length > 0 ? (
        <div className="notice-box">
          <CheckboxGroupField
            label="Data goes somewhere new. Is that what you want?"
            name={SEEN}
            chosen={[]}
            options={destinations.map((each) => ({ value: each.key, label: destinationSentence(each) }))}
            error={error}
          />
        </div>
      ) : null}
    </section>
  )
}
