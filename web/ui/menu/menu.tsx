import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Glyph } from '../glyph.tsx'
import { entryForKey } from './menu-keys.ts'
import './menu.css'

/**
 * A drop-down of links and buttons, one entry per <li> child. It opens and closes on a click on its title and closes on
 * an outside click (§2.6) and on Esc. A popover does all of that before this script has run.
 */
export function Menu({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  // Asks the popover itself, because its toggle event arrives late and keys may come sooner.
  function isOpen() {
    return list.current?.matches(':popover-open') ?? false
  }
  // It may have been opened before hydration.
  useEffect(() => setOpen(list.current?.matches(':popover-open') ?? false), [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const entries = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const current = entries.findIndex((entry) => entry === event.target)
    const next = isOpen() || event.key.startsWith('Arrow') ? entryForKey(event.key, current, entries.length) : undefined
    if (next === undefined) return
    event.preventDefault()
    if (!isOpen()) list.current?.showPopover()
    entries[next]?.focus()
  }

  // The focus left, and an open list would cover where it went.
  function onBlur(event: FocusEvent<HTMLElement>) {
    const outside = event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)
    if (outside && isOpen()) list.current?.hidePopover()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="menu" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button type="button" className="title" popoverTarget={id} aria-expanded={open} aria-controls={id}>
        <span>{title}</span>
        <Glyph name="chevron" size={16} />
      </button>
      <ul
        ref={list}
        id={id}
        className="entries"
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {children}
      </ul>
    </div>
  )
}
