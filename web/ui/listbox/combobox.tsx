import { useEffect, useId, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { afterPress } from '../../browser/time/after-press.ts'
import { Field } from '../form/field.tsx'
import { filterOptions, type ListOption } from './filter-options.ts'
import { Listbox } from './listbox.tsx'
import { useActiveOption } from './use-active-option.ts'

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'label'> & {
  label: string
  /** The label of what is chosen; empty for nothing. */
  chosen: string
  /** What is looked for before anything is typed, where nothing is chosen. */
  sought?: string
  options: readonly ListOption[]
  /** Said instead of a list without options. */
  nothing: ReactNode
  onChoose: (option: ListOption) => void
  /** The field was emptied. */
  onClear?: () => void
  /** The options are what this text finds. Where nothing of them is chosen, the text itself is. */
  onSearch?: (text: string) => void
  /** False while the options are what an earlier text found: then Enter takes none that no arrow chose. */
  isFound?: boolean
  onLeave?: () => void
  /** Opens with the focus, as a list that a button opens. */
  autoOpen?: boolean
  /** Esc was pressed. */
  onDismiss?: () => void
}

/** A field that chooses one of many: typing finds, arrows and Enter choose, Esc leaves it as it was. */
export function Combobox({
  chosen,
  sought = '',
  options,
  nothing,
  onChoose,
  onClear,
  onSearch,
  isFound = true,
  onLeave,
  autoOpen = false,
  onDismiss,
  ...field
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(autoOpen)
  const first = chosen === '' ? sought : ''
  const { shown, more } = useMemo(() => {
    const found = filterOptions(options, onSearch ? '' : (typed ?? first))
    return typed === null && found.shown.length === 0 ? filterOptions(options, '') : found
  }, [options, onSearch, typed, first])
  const listed = open && shown.length > 0

  useEffect(() => {
    if (autoOpen) input.current?.focus()
  }, [autoOpen])

  function close() {
    setOpen(false)
    setTyped(null)
  }
  function choose(option: ListOption) {
    // What is chosen may take the focus at once: then nothing is left that was typed, and nothing is chosen again.
    flushSync(close)
    onChoose(option)
  }
  function leave() {
    // An option that is written out in full is chosen.
    const same = typed?.trim().toLowerCase()
    const meant = same
      ? options.find(({ label, value }) => [label.toLowerCase(), value.toLowerCase()].includes(same))
      : undefined
    if (meant) onChoose(meant)
    else if (onSearch && typed?.trim()) onChoose({ value: typed.trim(), label: typed.trim() })
    else if (typed === '' && (chosen || first) !== '') onClear?.()
    afterPress(() => input.current?.matches(':focus') || close())
    onLeave?.()
  }
  const { active, onKeyDown } = useActiveOption({
    options: shown,
    open,
    onChoose: choose,
    onClose: () => {
      // In a list that a button opened, Esc clears first.
      if (autoOpen && typed) return setTyped('')
      close()
      onDismiss?.()
    },
    onOpen: () => setOpen(true),
    first: isFound && typed !== null && typed !== '',
  })

  return (
    <div className="combobox">
      <Field
        {...field}
        ref={input}
        // A select cannot be searched.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={listed ? id : undefined}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        value={typed ?? (chosen || first)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onSearch?.(event.currentTarget.value)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {listed ? (
        <Listbox id={id} label={field.label} options={shown} active={active} more={more} onChoose={choose} />
      ) : null}
      <output className={open && shown.length === 0 ? 'nothing' : 'visually-hidden'}>
        {open ? (shown.length === 0 ? nothing : `${shown.length + more} to choose from.`) : null}
      </output>
    </div>
  )
}
