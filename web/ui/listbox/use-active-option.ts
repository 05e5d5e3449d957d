import { useState, type KeyboardEvent } from 'react'

type List<Option> = {
  options: readonly Option[]
  open: boolean
  onChoose: (option: Option) => void
  onClose: () => void
  /** An arrow key on a closed list; absent where keys do not open it. */
  onOpen?: () => void
  /** Whether the first option is active at once, so that Enter takes it. */
  first?: boolean
}

/** The option that the arrow keys are on, and the keys of a field with a list: arrows, Enter, Esc. */
export function useActiveOption<Option extends { value: string }>(list: List<Option>) {
  const { options, open, onChoose, onClose, onOpen, first = false } = list
  const [moved, setMoved] = useState({ among: '', to: -1 })
  // Other options begin from the start; the same ones may come again, and more after them.
  const among = options.map(({ value }) => value).join('\n')
  const at = among.startsWith(moved.among) && moved.to >= 0 ? moved.to : first ? 0 : -1
  const active = open ? Math.min(at, options.length - 1) : -1

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = keyAction(event.key, active, options.length)
    if (event.nativeEvent.isComposing || next === undefined) return
    if (!open) {
      if (typeof next !== 'number' || !onOpen) return
      event.preventDefault()
      return onOpen()
    }
    if (next === 'choose') {
      const option = options[active]
      if (!option) return
      event.preventDefault()
      return onChoose(option)
    }
    event.preventDefault()
    if (next === 'close') {
      // Only the list closes, not a dialog around it.
      event.stopPropagation()
      return onClose()
    }
    setMoved({ among, to: next })
  }

  return { active, onKeyDown, moveTo: (to: number) => setMoved({ among, to }) }
}

/** Decides on the effect of a key; undefined for keys of the field itself. Arrows go round. */
export function keyAction(key: string, active: number, count: number): number | 'choose' | 'close' | undefined {
  switch (key) {
    case 'ArrowDown':
      return count === 0 ? -1 : (active + 1) % count
    case 'ArrowUp':
      return count === 0 ? -1 : active <= 0 ? count - 1 : active - 1
    case 'Enter':
      return 'choose'
    case 'Escape':
      return 'close'
    default:
      return undefined
  }
}
