import { useEffect, useRef } from 'react'
import type { ListOption } from './filter-options.ts'
import './listbox.css'

type Props = {
  id: string
  label: string
  options: readonly ListOption[]
  /** Its index; -1 for none. The field that the list belongs to keeps the focus. */
  active: number
  /** How many more there are than are shown. */
  more?: number
  onChoose: (option: ListOption) => void
}

/** The options below a field, grouped, as the ARIA pattern of a combobox has it. */
export function Listbox({ id, label, options, active, more = 0, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // It may open below the edge of a phone's screen.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const entries = options.map((option, index) => ({ option, index }))
  const groups = [...Map.groupBy(entries, ({ option }) => option.group ?? '')]
  return (
    <div className="listbox">
      <div
        ref={list}
        id={id}
        // A select has no entries that a field's keys could move among.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        // The field keeps the focus, also where the list is scrolled with the mouse.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(([group, grouped]) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has no place in a listbox
          <div key={group} role={group === '' ? 'presentation' : 'group'} aria-label={group || undefined}>
            {group === '' ? null : (
              <p className="group" aria-hidden="true">
                {group}
              </p>
            )}
            {grouped.map(({ option, index }) => (
              // Its keys are those of the field, which keeps the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={option.value}
                id={`${id}-${index}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option has no place outside a select
                role="option"
                aria-selected={index === active}
                onClick={() => onChoose(option)}
              >
                <span>{option.label}</span>
                {option.detail ? <span className="detail"> {option.detail}</span> : null}
              </div>
            ))}
          </div>
        ))}
      </div>
      {more > 0 ? <p className="more">{more.toLocaleString('en-US')} more. Type to find them.</p> : null}
    </div>
  )
}
